import type { Failure } from '@plant-store/client';
import { useState } from 'react';
import { attempt } from '../api/attempt.ts';
import { reason } from '../api/reason.ts';
import { useAttempt } from './use-attempt.ts';

/** Asks the store for something, one at a time. */
export function useRequest<Result>(onDone: (result: Result) => void) {
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const attemptSignedIn = useAttempt();
  const send = async (ask: () => Promise<Result>) => {
    if (isPending) return;
    setPending(true);
    const outcome = await attemptSignedIn(() => attempt(ask));
    setPending(false);
    if ('failure' in outcome) return setFailure(outcome.failure);
    setFailure(undefined);
    onDone(outcome.value);
  };
  /** The store's problem of a field, by its pointer. */
  const problemAt = (pointer: string) => failure?.problems.find((one) => one.pointer === pointer)?.message;
  /** Why it was not done, unless that is said at one of these fields. */
  const problemBeside = (...pointers: string[]) =>
    failure && !pointers.some(problemAt) ? reason(failure) : undefined;
  return { send, problemAt, problemBeside, isPending };
}
