import type { Failure } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSay } from '../page/toasts.tsx';
import { readAnew } from '../plants/plant-queries.ts';
import { useUndo } from '../receipts/use-undo.ts';
import type { PlantSearch } from '../search/plant-search.ts';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, noAnswer, type Outcome } from '../store/attempt.ts';
import { newKey } from '../store/idempotency-key.ts';
import { isOffline } from '../store/offline.ts';
import { sentence } from '../store/sentence.ts';

type Done = { changed: number; receipt: bigint };
type Act = (idempotencyKey: string) => Promise<Outcome<Done>>;

/** Does something to many plants, says what came of it, with a way to undo it, and shows the list as it is then. */
export function useBulk(search: PlantSearch, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const say = useSay();
  const signInAgain = useSignInAgain();
  const undo = useUndo(() => readAnew(queries, search));

  async function run(act: Act, text: (changed: number) => string, key = newKey()): Promise<unknown> {
    if (isOffline())
      return say.problem('You are offline, so nothing was sent. Do it again when you are back.');
    setBusy(true);
    const outcome = await act(key);
    setBusy(false);
    if ('value' in outcome) {
      const { changed, receipt } = outcome.value;
      onDone();
      if (changed === 0) say.done('There was nothing to change.');
      else say.done(text(changed), () => void undo(receipt));
      return readAnew(queries, search);
    }
    if (isSessionEnded(outcome.failure) && (await signInAgain())) return run(act, text, key);
    if (outcome.failure === noAnswer)
      // Under the same key it is done once, also if it had been.
      say.problem('No answer came, so it may have been done or not.', {
        label: 'Try again',
        act: () => void run(act, text, key),
      });
    else say.problem(`Nothing was changed. ${reason(outcome.failure)}`);
    if (isOutdated(outcome.failure)) await readAnew(queries, search);
  }

  return { run, isBusy };
}

const isOutdated = ({ error }: Failure) => error === errorTable.preconditionFailed.error;

const reason = (failure: Failure) =>
  isOutdated(failure)
    ? 'Meanwhile the list has other plants than you saw. Look at it, and select again.'
    : sentence(failure.message);
