import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isError, type Outcome } from '../../api/attempt.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { isOffline } from '../../api/offline.ts';
import { changeProblem, tellFailure } from '../../api/reason.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { undoOf, useMayUndo, useUndo } from '../activity/use-undo.tsx';
import { refetchPlants, showRemoved } from '../queries/list-changes.ts';
import { forgetDeletion } from '../queries/trash-query.ts';
import { texts } from './bulk-texts.ts';

type Done = { changed: number; missing: bigint[]; receipt: bigint };

type Action = {
  act: (idempotencyKey: string) => Promise<Outcome<Done>>;
  /** The message after the action, for this number of changed plants. */
  text: (changed: number) => string;
  /** Shows the change in the lists. If absent, the lists are read again. */
  show: (() => void) | undefined;
  onDone?: (done: { count: number; receipt: bigint }) => void;
  /** Called after Undo with true, after the undo of that with false. */
  onTurn?: (isBack: boolean) => void;
  /** The reason if the plants are not those that the person saw. */
  outdated?: string;
};

/** The dialog that asked for the action. It stays open, and tells why it failed; false after it was closed. */
export type Dialog = { key?: string; tell?: (why: string) => boolean };

/**
 * Returns a function that runs a bulk action, reports its result with Undo, and updates the lists.
 * @param onAsking told true when a dialog begins to ask, false when it is left, or asks about plants that have changed
 */
export function useBulk(onDone: () => void, onAsking?: (isAsking: boolean) => void) {
  const [isBusy, setBusy] = useState(false);
  /** True after a refusal until the selection ends: the list marks other plants than those that were selected. */
  const marksOthers = useRef(false);
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  const undo = useUndo(() => forgetDeletion(queries));
  const mayUndo = useMayUndo();

  async function show({ show }: Action, { changed, missing }: Done) {
    if (!show) return refetchPlants(queries);
    if (changed > 0) show();
    if (missing.length > 0) showRemoved(queries, missing);
  }

  async function run(action: Action, { key = newKey(), tell = () => false }: Dialog = {}): Promise<unknown> {
    if (isOffline()) return tell(texts.offline) || toasts.problem(texts.offline);
    setBusy(true);
    const outcome = await attemptSignedIn(() => action.act(key));
    setBusy(false);
    if (!outcome.failure) {
      const { changed, receipt } = outcome.value;
      const takeBack = undoOf(undo, receipt, { isUndo: true, onTurn: action.onTurn });
      end();
      if (changed === 0) toasts.done(texts.unchanged);
      else toasts.doneStep(action.text(changed), mayUndo({ created: 0 }) ? takeBack : undefined, receipt);
      await show(action, outcome.value);
      return action.onDone?.({ count: changed, receipt });
    }
    const { failure } = outcome;
    const isOutdated = isError(failure, 'preconditionFailed');
    const text = changeProblem(failure, (why) =>
      texts.failed(isOutdated ? (action.outdated ?? texts.outdated) : why),
    );
    if (isOutdated) {
      marksOthers.current = true;
      onAsking?.(false);
      void refetchPlants(queries);
    }
    if (tell(text)) return;
    tellFailure(failure, text, { show: toasts.problem, repeat: () => run(action, { key }) });
    leave();
  }

  /** After a dialog, also one that told about a failure. */
  function leave() {
    onAsking?.(false);
    if (marksOthers.current) end();
  }

  function end() {
    marksOthers.current = false;
    onDone();
  }

  return { run, ask: () => onAsking?.(true), leave, isBusy };
}

export type Bulk = ReturnType<typeof useBulk>;
