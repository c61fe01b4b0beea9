import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOffline } from '../../api/offline.ts';
import { useSession } from '../../session/session-context.ts';
import { PlantQueue, type QueueDependencies } from '../queue/plant-queue.ts';
import { lastOwner, onOwnerChange, ownerOf, rememberOwner, unknownOwner } from '../queue/queue-owner.ts';
import { rowOf } from '../queue/queued-plant.ts';
import { checkOwner, sendPlants } from '../queue/send.ts';
import { withLock } from '../queue/send-lock.ts';
import { openStorage } from '../queue/storage.ts';
import { openChannel } from '../queue/tab.ts';

type QueueEvents = Pick<QueueDependencies, 'onSaved' | 'onRefused'>;

export function useOwnQueue(news: QueueEvents) {
  const session = useSession();
  const sessionOwner = session && ownerOf(session);
  const [queue, setQueue] = useState<PlantQueue>();
  const onSaved = useEffectEvent(news.onSaved);
  const onRefused = useEffectEvent(news.onRefused);
  const opened = useRef<ReturnType<typeof openQueue>>(undefined);
  useEffect(() => {
    if (sessionOwner !== undefined) rememberOwner(sessionOwner);
    const owner = sessionOwner ?? lastOwner() ?? unknownOwner;
    if (opened.current?.queue.owner === owner) return;
    opened.current?.close();
    opened.current = openQueue(owner, { onSaved, onRefused });
    setQueue(opened.current.queue);
  }, [sessionOwner]);
  // After signing out, an open queue would send in the session of the next person.
  useEffect(
    () => () => {
      opened.current?.close();
      opened.current = undefined;
    },
    [],
  );
  /** Gives the entries of a queue to a new session, whose queue may already be open. */
  const handOver = async (from: PlantQueue, owner: string) => {
    await from.handOver(owner);
    const current = opened.current?.queue;
    if (current !== from && from.state().isPersisted === false)
      current?.addRows(from.state().entries.flatMap(rowOf));
    await current?.read();
    await current?.send();
  };
  return { queue, handOver };
}

/** Opens the queue of an owner. It follows changes from other tabs until it is closed. */
function openQueue(owner: string, news: QueueEvents) {
  const listening = new AbortController();
  const tabs = openChannel('plant-store-queue', () => void queue.read());
  const onStored = () => {
    // The answer to the last request may arrive after the queue was closed.
    if (!listening.signal.aborted) tabs?.postMessage('stored');
  };
  const queue = new PlantQueue({
    owner,
    openDatabase: openStorage,
    isOffline,
    checkOwner,
    sendPlants,
    withLock,
    onStored,
    ...news,
  });
  onOwnerChange(() => queue.recheckOwner(), listening.signal);
  void queue.read().then(() => queue.send());
  const close = () => {
    queue.close();
    listening.abort();
    tabs?.close();
  };
  return { queue, close };
}
