import { useQueryClient } from '@tanstack/react-query';
import { useSay } from '../page/toasts.tsx';
import { forgetLists } from '../plants/plant-queries.ts';
import { undoReceipt } from '../selection/bulk-requests.ts';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, noAnswer } from '../store/attempt.ts';
import { newKey } from '../store/idempotency-key.ts';
import { sentence } from '../store/sentence.ts';
import { undoneText } from './receipt-text.ts';

/** Undoes an import or a bulk action, and says what was taken back and what was left alone. */
export function useUndo(onUndone?: () => unknown) {
  const queries = useQueryClient();
  const say = useSay();
  const signInAgain = useSignInAgain();
  return async function undo(receipt: bigint, key = newKey()): Promise<void> {
    const outcome = await undoReceipt(receipt, key);
    if ('value' in outcome) {
      forgetLists(queries);
      void queries.invalidateQueries({ queryKey: ['receipts'] });
      void queries.invalidateQueries({ queryKey: ['trash'] });
      // The undoing has a receipt too.
      say.done(undoneText(outcome.value), () => void undo(outcome.value.receipt));
      await onUndone?.();
      return;
    }
    if (isSessionEnded(outcome.failure) && (await signInAgain())) return undo(receipt, key);
    if (outcome.failure === noAnswer)
      say.problem('No answer came, so it may have been undone or not.', {
        label: 'Try again',
        act: () => void undo(receipt, key),
      });
    else say.problem(`Not undone. ${sentence(outcome.failure.message)}`);
  };
}
