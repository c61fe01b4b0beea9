import { newKey } from '../../api/idempotency-key.ts';
import { storedText, storeText } from '../../ui/browser-storage.ts';

const storageKey = 'plant-store-tab';
const lockOf = (tab: string) => `plant-store-tab ${tab}`;

/** The name of this tab while the page is open. A lock with this name shows other tabs that the tab is open. */
let tab: string | undefined;

/** Resolves to the name of this tab. The name stays the same after a reload, and when the browser restores its tabs. */
export async function nameOfTab(): Promise<string> {
  if (tab !== undefined) return tab;
  const before = storedText('sessionStorage', storageKey);
  // A duplicated tab has the same name, but not the lock, so it gets a new name.
  const name = before !== undefined && (await hold(before)) ? before : newKey();
  if (name !== before) await hold(name);
  // If the browser refuses, the next opened tab gets the draft of this tab.
  storeText('sessionStorage', storageKey, name);
  tab = name;
  return name;
}

/** Resolves to true if no open page has this name. */
export const isTabClosed = (name: string): Promise<boolean> =>
  navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => lock !== null);

/** Opens a channel to the other tabs; `undefined` in a browser that has none, or that blocks cookies and refuses it. */
export function openChannel(name: string, onMessage: (data: unknown) => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => onMessage(data);
    return channel;
  } catch {
    return undefined;
  }
}

/** False if another page has the lock. @throws DOMException if the browser blocks cookies, and with them locks */
function hold(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
    held.catch(reject);
  });
}
