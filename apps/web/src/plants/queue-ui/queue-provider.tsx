import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useMay } from '../../session/session-context.ts';
import { listen } from '../../ui/listen.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { coverSteps, oneAfterTheOther, type Undo } from '../../ui/toasts/undo-steps.ts';
import { useAskBeforeLoss } from '../../ui/use-ask-before-loss.ts';
import { undoOf, useMayUndo, useUndo } from '../activity/use-undo.tsx';
import { useUndoKey } from '../activity/use-undo-key.tsx';
import { showAdded } from '../queries/list-changes.ts';
import { forgetDeletion } from '../queries/trash-query.ts';
import type { PlantQueue, Saved } from '../queue/plant-queue.ts';
import { emptyQueue } from '../queue/queue-state.ts';
import { isTypedRow, isWaiting, type QueuedPlant } from '../queue/queued-plant.ts';
import { useTrash } from '../trash/use-trash.ts';
import { currentMessage, formMessages, type Message } from './save-message.ts';
import { takeSavedCount } from './saved-count.ts';
import { texts } from './texts.ts';
import { useOwnQueue } from './use-own-queue.ts';

const retryMs = 15_000;

const QueueContext = createContext<ReturnType<typeof useQueueView> | undefined>(undefined);

/** The queue of the signed-in person, with its state and last message. Every page of the store sends waiting plants. */
export function useQueue() {
  const view = useContext(QueueContext);
  if (!view) throw new Error('outside StoreProviders');
  return view;
}

export const QueueProvider = ({ children }: { children: ReactNode }) => (
  <QueueContext value={useQueueView()}>{children}</QueueContext>
);

function useQueueView() {
  const [message, setMessage] = useState<Message>();
  const [fresh, setFresh] = useState<bigint>();
  const queries = useQueryClient();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [savedCount, setSavedCount] = useState(0);
  const undoRun = useUndoRun();
  const { step } = useToasts();
  const typedRows = (): readonly QueuedPlant[] => queue?.state().entries.filter(isTypedRow) ?? [];
  const { queue, handOver } = useOwnQueue({
    onSaved: (run) => {
      const plants = run.at(-1)?.plants.map(({ plant }) => plant) ?? [];
      forgetDeletion(queries);
      void showAdded(queries, plants);
      setFresh(plants.at(-1)?.id);
      setSavedCount((count) => count + plants.length);
      const undo = undoRun(run);
      if (!undo) coverSteps();
      const act =
        undo &&
        step((fail) => {
          queue?.endRun();
          setMessage((now) => (now?.undo === act ? undefined : now));
          return undo(fail);
        }, run[0]);
      setMessage((now) => formMessages.saved(run, act, typedRows(), now));
    },
    onRefused: (refused, run) =>
      setMessage((now) => formMessages.refused([...refused, ...typedRows()], run, now)),
  });
  const state = useSyncExternalStore(
    queue?.subscribe ?? neverChanges,
    queue?.state ?? (() => emptyQueue),
    () => emptyQueue,
  );
  useRetries(queue, state.entries.some(isWaiting));
  useReportSavedOffline();
  useUndoKey(queue);
  useAskBeforeLoss(state.isPersisted === false && state.entries.length > 0);
  return {
    /** `undefined` before hydration. */
    queue,
    /** Gives the entries of a queue to the owner of the new session. */
    handOver,
    state,
    message: currentMessage(message, state.entries),
    setMessage,
    /** The plant that was saved last. */
    fresh,
    savedCount,
    /** True while the form is a sheet that covers the page. */
    isSheetOpen,
    setSheetOpen,
  };
}

const neverChanges = () => () => undefined;

/** After the page for entry without a network has opened this page, says how many plants it saved. */
function useReportSavedOffline() {
  const toasts = useToasts();
  useEffect(() => {
    const count = takeSavedCount();
    if (count > 0) toasts.done(texts.savedOffline(count));
  }, [toasts]);
}

/** Sends waiting plants when the network is back, when the page becomes visible, and every 15 s. */
function useRetries(queue: PlantQueue | undefined, hasWaiting: boolean) {
  useEffect(() => {
    if (!queue) return;
    const retry = () => {
      if (document.visibilityState === 'hidden') return;
      queue.recheckOwner();
      void queue.read().then(() => queue.send());
    };
    return listen(window, ['online', 'pageshow', 'visibilitychange'], retry);
  }, [queue]);
  useEffect(() => {
    if (!queue || !hasWaiting) return;
    const timer = setInterval(() => void queue.send(), retryMs);
    return () => clearInterval(timer);
  }, [queue, hasWaiting]);
}

/** Returns a function that makes an Undo for plants that were saved; `undefined` if the person may not undo them all. */
function useUndoRun() {
  const { moveToTrash } = useTrash();
  const undo = useUndo();
  const may = useMay();
  const mayUndo = useMayUndo();
  return (run: readonly Saved[]): Undo | undefined => {
    const made = run
      .map(({ plants, receipt }) => ({ receipt, plants: plants.filter((one) => !one.wasThereAlready) }))
      .filter(({ plants }) => plants.length > 0);
    const mayUndoOne = ({ plants, receipt }: Saved) =>
      receipt === undefined ? may('plants:delete') : mayUndo({ created: plants.length });
    if (made.length === 0 || !made.every(mayUndoOne)) return undefined;
    const undos = made.flatMap(({ receipt, plants }): Undo[] =>
      receipt !== undefined
        ? [undoOf(undo, receipt)]
        : plants.map((plant) => (fail) => moveToTrash(plant, true, fail)),
    );
    return oneAfterTheOther(undos);
  };
}
