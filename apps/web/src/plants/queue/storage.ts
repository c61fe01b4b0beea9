import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';
import { nameOfTab } from './tab.ts';

/** True if this browser can store plants at this address. Tabs share a database by locks, which plain HTTP lacks. */
export const canPersist = (): boolean =>
  typeof indexedDB !== 'undefined' && typeof navigator.locks !== 'undefined';

let opened: Promise<QueueDatabase> | undefined;
let areLocksRefused = false;

/** True if tabs can share a database by locks. A browser that blocks cookies refuses both at the first use. */
export const canLock = (): boolean => canPersist() && !areLocksRefused;

/** Opens the browser's database. @throws Error if this address has none, or access is refused */
export async function openStorage(): Promise<QueueDatabase> {
  if (!canPersist()) throw new Error('this browser keeps nothing at this address');
  opened ??= nameOfTab().then(openQueueDatabase, noteRefusal);
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

function noteRefusal(cause: unknown): never {
  areLocksRefused = true;
  throw cause;
}
