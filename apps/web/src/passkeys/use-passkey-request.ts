import type { Failure } from '@plant-store/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPasskeys } from './passkey-queries.ts';

/** What came of asking about one's passkeys: what was done, or what is wrong with a field, or with the whole. */
export type PasskeyOutcome = { done: string } | { failure: Failure } | { problem: string | undefined };

/** Does something about one's passkeys, once at a time, and has the list read anew when it was done. */
export function usePasskeyRequest(onDone: (done: string) => void) {
  const [outcome, setOutcome] = useState<PasskeyOutcome>();
  const [isPending, setPending] = useState(false);
  const queries = useQueryClient();
  const send = async (ask: () => Promise<PasskeyOutcome>) => {
    if (isPending) return;
    setPending(true);
    setOutcome(undefined);
    const outcome = await ask();
    setPending(false);
    setOutcome(outcome);
    if (!('done' in outcome)) return;
    void queries.invalidateQueries({ queryKey: ownPasskeys.queryKey });
    onDone(outcome.done);
  };
  return { send, outcome, isPending };
}
