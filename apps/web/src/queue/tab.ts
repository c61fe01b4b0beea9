import { newKey } from '../store/idempotency-key.ts';

const storageKey = 'plant-store-tab';
const lockOf = (tab: string) => `plant-store-tab ${tab}`;

/** The name of this tab for as long as the page is open; the lock of that name tells other tabs so. */
let tab: string | undefined;

/** The name of this tab. A reload, and a browser that restores its tabs, give the name of before again. */
export async function nameOfTab(): Promise<string> {
  if (tab !== undefined) return tab;
  const before = readName();
  // A tab that was duplicated has a copy of the name, but not the lock.
  const name = before !== undefined && (await hold(before)) ? before : newKey();
  if (name !== before) await hold(name);
  try {
    sessionStorage.setItem(storageKey, name);
  } catch {
    // The draft of this tab is then found by the next tab that opens.
  }
  tab = name;
  return name;
}

/** Whether no open page has this name. */
export const isTabClosed = (name: string): Promise<boolean> =>
  navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => lock !== null);

/** Holds the lock of a name until the page is closed; resolves to whether it was free. */
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
