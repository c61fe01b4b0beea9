import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';
import { nameOfTab } from './tab.ts';

/** True if this browser can store plants at this address. Tabs share a database by locks, which plain HTTP lacks. */
export function canPersist(): boolean {
  try {
    return typeof indexedDB !== 'undefined' && typeof navigator.locks !== 'undefined';
  } catch {
    // Some browsers refuse even to name them while cookies are blocked.
    return false;
  }
}

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
