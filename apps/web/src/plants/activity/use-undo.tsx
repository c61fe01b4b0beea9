import type { Undone } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { noAnswer } from '../../api/attempt.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { useSay } from '../../ui/toasts/toasts.tsx';
import { readAnew } from '../queries/list-changes.ts';
import { trashKey } from '../queries/trash-query.ts';
import { keepLeftAlone, refreshReceipts } from './receipt-queries.ts';
import { undoneText } from './receipt-text.ts';
import { texts } from './texts.ts';
import { undoReceipt } from './undo-receipt.ts';
import { useMayUndo } from './use-may-undo.ts';

/** Returns a function that undoes an import or a bulk action, and reports the result. */
export function useUndo(onUndone?: () => unknown) {
  const queries = useQueryClient();
  const say = useSay();
  const attempt = useAttempt();
  const mayUndo = useMayUndo();
  return async function undo(receipt: bigint, key = newKey()): Promise<void> {
    const outcome = await attempt(() => undoReceipt(receipt, key));
    if ('value' in outcome) {
      const undone = outcome.value;
      keepLeftAlone(queries, undone);
      refreshReceipts(queries);
      void queries.invalidateQueries({ queryKey: trashKey });
      // The undoing has a receipt too.
      say.done(<UndoneText undone={undone} />, mayUndo(undone) ? () => void undo(undone.receipt) : undefined);
      await Promise.all([readAnew(queries), onUndone?.()]);
    } else if (outcome.failure === noAnswer)
      say.problem(texts.done.noAnswer, {
        label: texts.done.tryAgain,
        act: () => void undo(receipt, key),
      });
    else say.problem(texts.done.failed(reason(outcome.failure)));
  };
}

const UndoneText = ({ undone }: { undone: Undone }) => (
  <>
    {undoneText(undone)}
    {undone.leftCount > 0 && (
      <>
        {' '}
        <Link href={`/receipts/${undone.receipt}`} prefetch={false}>
          {texts.done.seeWhich}
        </Link>
      </>
    )}
  </>
);
