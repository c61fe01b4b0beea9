import { openQueueStore, type QueueStore } from './queue-store.ts';
import { nameOfTab } from './tab.ts';

/** Whether this browser keeps plants at this address: databases of tabs are kept apart by locks, which plain HTTP lacks. */
export const canKeep = (): boolean =>
  typeof indexedDB !== 'undefined' && typeof navigator.locks !== 'undefined';

let opened: Promise<QueueStore> | undefined;

/** The database of the browser. @throws where it has none at this address, or refuses access to it */
export async function openKept(): Promise<QueueStore> {
  if (!canKeep()) throw new Error('this browser keeps nothing at this address');
  opened ??= nameOfTab().then(openQueueStore);
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs the work while no other tab of this browser does; without locks there is no shared database either. */
export async function alone(work: () => Promise<void>): Promise<void> {
  if (canKeep()) await navigator.locks.request('plant-store-queue', work);
  else await work();
}
