import { callOptions } from '@plant-store/client';
import type { Activity, Receipt, Undone } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { attempt, isError, noAnswer } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { reason, tellFailure } from '../../api/reason.ts';
import { useMay } from '../../session/session-context.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { Link } from '../../ui/link.tsx';
import { onFirstUse } from '../../ui/text/on-first-use.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { type Fail, forgetStep, isStep } from '../../ui/toasts/undo-steps.ts';
import { refetchPlants } from '../queries/list-changes.ts';
import { trashKey } from '../queries/trash-query.ts';
import { texts } from './undo-texts.ts';

/** The number of a receipt, or a group of single additions as the person sees it. */
type Undoable = bigint | Required<Pick<Activity, 'id' | 'last'>>;

type UndoOptions = {
  key?: string;
  /** True if it takes back the last action; an older one, as in Activity, is an action of its own. */
  isUndo?: boolean;
  /** Called if it failed and can be tried again. */
  fail?: Fail | undefined;
  /** Called with true after this undo, with false after its own undo, and so on. */
  onTurn?: ((isBack: boolean) => void) | undefined;
};

/** The undo of an action by its Undo or Ctrl+Z. Tried again, it has no second effect. */
export function undoOf(
  undo: ReturnType<typeof useUndo>,
  what: Undoable,
  options: Pick<UndoOptions, 'isUndo' | 'onTurn'> = { isUndo: true },
) {
  const key = newKey();
  return (fail?: Fail) => undo(what, { ...options, key, fail });
}

export function useUndo(onUndone?: () => unknown) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  const mayUndo = useMayUndo();
  return async function undo(what: Undoable, options: UndoOptions = {}): Promise<void> {
    const { key = newKey(), isUndo = isStep(what), fail, onTurn } = options;
    const outcome = await attemptSignedIn(() => send(what, key));
    // Also after a failure: another tab or person may have undone it. The list shows that, and has no button for it then.
    void queries.invalidateQueries({ queryKey: ['receipts'] });
    if (!outcome.failure) {
      const undone = outcome.value;
      forgetStep(what);
      void queries.invalidateQueries({ queryKey: trashKey });
      // The undo has a receipt of its own.
      const back = undoOf(undo, undone.receipt, {
        isUndo: !isUndo,
        onTurn: onTurn && ((isBack) => onTurn(!isBack)),
      });
      toasts[isUndo ? 'done' : 'doneStep'](
        <UndoneText undone={undone} />,
        mayUndo(undone) ? back : undefined,
        undone.receipt,
      );
      await Promise.all([refetchPlants(queries), onUndone?.()]);
      return onTurn?.(true);
    }
    const { failure } = outcome;
    const isLate = isError(failure, 'badRequest');
    const text =
      failure === noAnswer
        ? texts.done.noAnswer
        : texts.done.failed(isLate ? texts.done.late : reason(failure));
    tellFailure(failure, text, {
      show: toasts.problem,
      repeat: () => undo(what, { ...options, key, isUndo }),
      fail,
    });
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
    return browserClient.activity.undoAdditions.mutate(what, options);
  });

/** Returns a function that says whether the user may undo a receipt; to undo an addition needs permission to delete. */
export function useMayUndo() {
  const may = useMay();
  return ({ created }: Pick<Receipt, 'created'>) =>
    may('plants:write') && (created === 0 || may('plants:delete'));
}

const list = onFirstUse(() => new Intl.ListFormat('en'));

export function undoneText({ created, updated, deleted, leftCount }: Undone): string {
  const { done } = texts;
  const parts = [
    created > 0 && done.restored(created),
    updated > 0 && done.changed(updated),
    deleted > 0 && done.deleted(deleted),
  ].filter((text) => text !== false);
  const text = parts.length === 0 ? done.nothing : done.all(list().format(parts));
  return leftCount === 0 ? text : `${text} ${texts.left(leftCount)}`;
}
