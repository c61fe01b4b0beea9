import { callOptions } from '@plant-store/client';
import type { Additions, Receipt, Undone } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { attempt, isError, noAnswer } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { texts as requestTexts } from '../../api/texts.ts';
import { useMay } from '../../session/session-context.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { Link } from '../../ui/link.tsx';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { forgetStep } from '../../ui/toasts/undo-steps.ts';
import { refetchPlants } from '../queries/list-changes.ts';
import { trashKey } from '../queries/trash-query.ts';
import { refreshReceipts } from './receipt-queries.ts';
import { texts } from './undo-texts.ts';
import { undoneText } from './undone-text.ts';

/** The number of a receipt, or a group of single additions as the person sees it. */
type Undoable = bigint | Pick<Additions, 'id' | 'last'>;

export function useUndo(onUndone?: () => unknown) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  const mayUndo = useMayUndo();
  /**
   * Resolves to true if it is undone; else a toast says why. @param isUndo true if it takes back the last action; an older
   * one, as in Activity, is an action of its own
   */
  return async function undo(what: Undoable, key = newKey(), isUndo = forgetStep(what)): Promise<boolean> {
    const outcome = await attemptSignedIn(() => send(what, key));
    if (!outcome.failure) {
      const undone = outcome.value;
      refreshReceipts(queries);
      void queries.invalidateQueries({ queryKey: trashKey });
      // The undo has a receipt of its own.
      const back = () => undo(undone.receipt, newKey(), !isUndo);
      toasts[isUndo ? 'done' : 'doneStep'](
        <UndoneText undone={undone} />,
        mayUndo(undone) ? back : undefined,
        undone.receipt,
      );
      await Promise.all([refetchPlants(queries), onUndone?.()]);
      return true;
    }
    if (outcome.failure === noAnswer)
      toasts.problem(texts.done.noAnswer, {
        label: requestTexts.tryAgain,
        act: () => void undo(what, key, isUndo),
      });
    else {
      // Another tab or person may have undone it. The list shows that, and has no button for it then.
      refreshReceipts(queries);
      const isLate = isError(outcome.failure, 'badRequest');
      toasts.problem(texts.done.failed(isLate ? texts.done.late : reason(outcome.failure)));
    }
    return false;
  };
}

const UndoneText = ({ undone }: { undone: Undone }) => (
  <>
    {undoneText(undone)}
    {undone.leftCount > 0 && (
      <>
        {' '}
        <Link href={`/receipts/${undone.receipt}`}>{texts.done.seeWhich}</Link>
      </>
    )}
  </>
);

/** The undo of an import of a million plants lasts minutes. */
const timeoutMs = 10 * 60_000;

/** A repeated call with the same key undoes it once. */
const send = (what: Undoable, idempotencyKey: string) =>
  attempt(() => {
    const options = callOptions({ idempotencyKey, timeoutMs });
    if (typeof what === 'bigint') return browserClient.receipts.undo.mutate({ id: what }, options);
    return browserClient.activity.undoAdditions.mutate({ id: what.id, last: what.last }, options);
  });

/** Returns a function that says whether the user may undo a receipt; to undo an addition needs permission to delete. */
export function useMayUndo() {
  const may = useMay();
  return ({ created }: Pick<Receipt, 'created'>) =>
    may('plants:write') && (created === 0 || may('plants:delete'));
}
