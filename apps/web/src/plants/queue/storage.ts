import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';
import { nameOfTab } from './tab.ts';

/**
 * True if this browser can store plants at this address. The tabs need locks to share one database, and plain HTTP has
 * no locks.
 */
export const canPersist = (): boolean =>
  typeof indexedDB !== 'undefined' && typeof navigator.locks !== 'undefined';

let opened: Promise<QueueDatabase> | undefined;

/** Opens the browser's database. @throws Error if this address has none, or access is refused */
export async function openStorage(): Promise<QueueDatabase> {
  if (!canPersist()) throw new Error('this browser keeps nothing at this address');
  opened ??= nameOfTab().then(openQueueDatabase);
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs the work when no other tab of this browser runs any. Without locks, tabs share no database. */
export async function withLock(work: () => Promise<void>): Promise<void> {
  if (canPersist()) await navigator.locks.request('plant-store-queue', work);
  else await work();
}
