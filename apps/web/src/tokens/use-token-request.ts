import type { Failure } from '@plant-store/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attempt } from '../store/attempt.ts';
import { useAttempt } from '../store/use-attempt.ts';

/** Asks the store something about tokens, once at a time, and has the list read anew when it was done. */
export function useTokenRequest<Result>(onDone: (result: Result) => void) {
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const queries = useQueryClient();
  const attemptSignedIn = useAttempt();
  const send = async (ask: () => Promise<Result>) => {
    if (isPending) return;
    setPending(true);
    const outcome = await attemptSignedIn(() => attempt(ask));
    setPending(false);
    if ('failure' in outcome) return setFailure(outcome.failure);
    void queries.invalidateQueries({ queryKey: ['tokens'] });
    onDone(outcome.value);
  };
  return { send, failure, isPending };
}
