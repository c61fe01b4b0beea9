'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useMay } from '../../session/session-context.tsx';
import { useMayUndo } from '../activity/use-may-undo.ts';
import { useUndo } from '../activity/use-undo.tsx';
import { forgetDeletion } from '../queries/last-deletion.ts';
import { showAdded } from '../queries/list-changes.ts';
import type { PlantQueue, Saved } from '../queue/plant-queue.ts';
import { emptyQueue, type QueueState } from '../queue/queue-state.ts';
import { isWaiting } from '../queue/queued-plant.ts';
import { useTrash } from '../trash/use-trash.ts';
import { formMessages, type Message } from './save-message.ts';
import { useOwnQueue } from './use-own-queue.ts';

/** The interval at which waiting plants are sent again. */
const retryMs = 15_000;

type QueueView = {
  /** `undefined` before hydration. */
  queue: PlantQueue | undefined;
  /** Gives the entries of a queue to the owner of the new session. */
  handOver: (from: PlantQueue, owner: string) => Promise<void>;
  state: QueueState;
  /** The last message of the form. */
  message: Message | undefined;
  setMessage: (message: Message | undefined) => void;
  /** The plant that was saved last. */
  fresh: bigint | undefined;
};

const QueueContext = createContext<QueueView>({
  queue: undefined,
  handOver: async () => undefined,
  state: emptyQueue,
  message: undefined,
  setMessage: () => undefined,
  fresh: undefined,
});

/** The queue of the signed-in person, with its state and last message. Every page of the store sends waiting plants. */
export const useQueue = () => useContext(QueueContext);

export function QueueProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message>();
  const [fresh, setFresh] = useState<bigint>();
  const queries = useQueryClient();
  const undoSaved = useUndoSaved();
  const { queue, handOver } = useOwnQueue({
    onSaved: (saved) => {
      forgetDeletion(queries);
      void showAdded(
        queries,
        saved.plants.map(({ plant }) => plant),
      );
      setFresh(saved.plants.at(-1)?.plant.id);
      setMessage(formMessages.saved(saved, undoSaved(saved)));
    },
    onRefused: (refused) => setMessage(formMessages.refused(refused)),
  });
  const state = useSyncExternalStore(
    queue?.subscribe ?? neverChanges,
    queue?.state ?? (() => emptyQueue),
    () => emptyQueue,
  );
  useRetries(queue, state.entries.some(isWaiting));
  useAskBeforeLoss(state.isPersisted === false && state.entries.length > 0);
  return (
    <QueueContext value={{ queue, handOver, state, message, setMessage, fresh }}>{children}</QueueContext>
  );
}

const neverChanges = () => () => undefined;

/** Asks before the person closes a page whose plants would be lost. */
function useAskBeforeLoss(isLosing: boolean) {
  useEffect(() => {
    if (!isLosing) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLosing]);
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
    addEventListener('online', retry);
    addEventListener('pageshow', retry);
    document.addEventListener('visibilitychange', retry);
    return () => {
      removeEventListener('online', retry);
      removeEventListener('pageshow', retry);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [queue]);
  useEffect(() => {
    if (!queue || !hasWaiting) return;
    const timer = setInterval(() => void queue.send(), retryMs);
    return () => clearInterval(timer);
  }, [queue, hasWaiting]);
}

/** Returns a function that makes an Undo for plants that were just saved; `undefined` without permission to delete. */
function useUndoSaved() {
  const { moveToTrash } = useTrash();
  const undo = useUndo();
  const may = useMay();
  const mayUndo = useMayUndo();
  return ({ plants, receipt }: Saved): (() => void) | undefined => {
    const [first] = plants;
    const created = plants.filter(({ wasThereAlready }) => !wasThereAlready).length;
    if (!first || created === 0) return undefined;
    if (receipt !== undefined) return mayUndo({ created }) ? () => void undo(receipt) : undefined;
    return may('plants:delete') ? () => void moveToTrash(first) : undefined;
  };
}
