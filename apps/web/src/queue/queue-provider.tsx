'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { showAdded } from '../plants/list-changes.ts';
import { type Message, said } from '../plants/save-message.ts';
import { forgetDeletion } from '../selection/all-deleted.tsx';
import { useSession } from '../session/may.tsx';
import { isOffline } from '../store/offline.ts';
import { alone, openKept } from './kept.ts';
import { lastOwner, onOwnerChange, ownerOf, rememberOwner, unknownOwner } from './owner.ts';
import { PlantQueue, type QueueParts, type QueueState, type Saved } from './plant-queue.ts';
import { isWaiting, type QueuedPlant } from './queued-plant.ts';
import { checkOwner, sendPlants } from './send.ts';
import { useUndoSaved } from './use-undo-saved.ts';

/** While something waits it is tried again this often. */
const retryMs = 15_000;

type Entry = {
  /** `undefined` before the page has come alive. */
  queue: PlantQueue | undefined;
  state: QueueState;
  /** The last news for the person at the form. */
  message: Message | undefined;
  setMessage: (message: Message | undefined) => void;
  /** The plant that was saved last. */
  fresh: bigint | undefined;
};

const nothing: QueueState = {
  entries: [],
  damaged: [],
  pause: undefined,
  sending: new Set(),
  isKept: undefined,
};
const QueueContext = createContext<Entry>({
  queue: undefined,
  state: nothing,
  message: undefined,
  setMessage: () => undefined,
  fresh: undefined,
});

/** The plants that wait to be saved. They are sent on every page of the store. */
export const useQueue = () => useContext(QueueContext);

export function QueueProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message>();
  const [fresh, setFresh] = useState<bigint>();
  const queries = useQueryClient();
  const undoSaved = useUndoSaved();
  const queue = useOwnQueue({
    onSaved: (saved) => {
      forgetDeletion(queries);
      void showAdded(
        queries,
        saved.plants.map(({ plant }) => plant),
      );
      setFresh(saved.plants.at(-1)?.plant.id);
      setMessage(said.saved(saved, undoSaved(saved)));
    },
    onRefused: (refused) => setMessage(said.refused(refused)),
  });
  const state = useSyncExternalStore(
    queue?.subscribe ?? neverChanges,
    queue?.state ?? (() => nothing),
    () => nothing,
  );
  useRetries(queue, state.entries.some(isWaiting));
  useAskBeforeLoss(state.isKept === false && state.entries.length > 0);
  return <QueueContext value={{ queue, state, message, setMessage, fresh }}>{children}</QueueContext>;
}

const neverChanges = () => () => undefined;

/** The queue of the person who is signed in; another person has another queue. */
function useOwnQueue(news: {
  onSaved: (saved: Saved) => void;
  onRefused: (refused: readonly QueuedPlant[]) => void;
}): PlantQueue | undefined {
  const session = useSession();
  const sessionOwner = session && ownerOf(session);
  const [queue, setQueue] = useState<PlantQueue>();
  const onSaved = useEffectEvent(news.onSaved);
  const onRefused = useEffectEvent(news.onRefused);
  const current = useRef<ReturnType<typeof openQueue>>(undefined);
  useEffect(() => {
    if (sessionOwner !== undefined) rememberOwner(sessionOwner);
    const owner = sessionOwner ?? lastOwner() ?? unknownOwner;
    if (current.current?.queue.owner === owner) return;
    current.current?.close();
    current.current = openQueue(owner, { onSaved, onRefused });
    setQueue(current.current.queue);
  }, [sessionOwner]);
  return queue;
}

/** Opens the queue of an owner, which follows what other tabs do until it is closed. */
function openQueue(owner: string, news: Pick<QueueParts, 'onSaved' | 'onRefused'>) {
  const listening = new AbortController();
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('plant-store-queue') : undefined;
  const onStored = () => {
    // The answer to the last request may come after the queue was closed.
    if (!listening.signal.aborted) tabs?.postMessage('stored');
  };
  const queue = new PlantQueue({
    owner,
    openStore: openKept,
    isOffline,
    checkOwner,
    sendPlants,
    alone,
    onStored,
    ...news,
  });
  tabs?.addEventListener('message', () => void queue.read());
  onOwnerChange(() => queue.doubtOwner(), listening.signal);
  void queue.read().then(() => queue.send());
  const close = () => {
    queue.close();
    listening.abort();
    tabs?.close();
  };
  return { queue, close };
}

/** Asks before a page is closed with which plants would be lost. */
function useAskBeforeLoss(isLosing: boolean) {
  useEffect(() => {
    if (!isLosing) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLosing]);
}

/** Sends when the network is back, when somebody looks at the page again, and every now and then. */
function useRetries(queue: PlantQueue | undefined, isSomethingWaiting: boolean) {
  useEffect(() => {
    if (!queue) return;
    const retry = () => {
      if (document.visibilityState === 'hidden') return;
      queue.doubtOwner();
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
    if (!queue || !isSomethingWaiting) return;
    const timer = setInterval(() => void queue.send(), retryMs);
    return () => clearInterval(timer);
  }, [queue, isSomethingWaiting]);
}
