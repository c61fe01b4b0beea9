import { newKey } from '../../api/idempotency-key.ts';

const storageKey = 'plant-store-tab';
const lockOf = (tab: string) => `plant-store-tab ${tab}`;

/** The name of this tab while the page is open. A lock of that name shows other tabs that it is open. */
let tab: string | undefined;

/** Resolves to the name of this tab. It stays the same after a reload, and in a browser that restores its tabs. */
export async function nameOfTab(): Promise<string> {
  if (tab !== undefined) return tab;
  const before = readName();
  // A duplicated tab has a copy of the name, but not its lock.
  const name = before !== undefined && (await hold(before)) ? before : newKey();
  if (name !== before) await hold(name);
  try {
    sessionStorage.setItem(storageKey, name);
  } catch {
    // The next tab that opens takes the draft of this tab.
  }
  tab = name;
  return name;
}

/** Resolves to true if no open page has this name. */
export const isTabClosed = (name: string): Promise<boolean> =>
  navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => lock !== null);

/** Holds the lock of a name until the page is closed. Resolves to false if another page has it. */
function hold(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}

function readName(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
