import type { Session } from '../../session/session.ts';

/** The owner of plants that are typed before the page knows the session. */
export const unknownOwner = 'unknown';

const storageKey = 'plant-store-owner';

/** The owner of a session's waiting plants: the name under which they are stored in this browser. */
export const ownerOf = ({ kind, id }: Pick<Session, 'kind' | 'id'>): string => `${kind}:${id}`;

/** True if an owner is a person. The plants of a person are never given to another owner. */
export const isPerson = (owner: string): boolean => owner.startsWith('person:');

/** The owner who signed in last in this browser; `undefined` after signing out. */
export function lastOwner(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    // Some browsers refuse all access to storage.
    return undefined;
  }
}

/**
 * Stores the name of the signed-in owner; `undefined` means nobody. Other tabs of this browser get a `storage` event.
 */
export function rememberOwner(owner: string | undefined) {
  try {
    if (owner === undefined) localStorage.removeItem(storageKey);
    else if (localStorage.getItem(storageKey) !== owner) localStorage.setItem(storageKey, owner);
  } catch {
    // The page works without storage. If the store is down, typed plants then wait in memory only.
  }
}

/**
 * Calls `changed` when a person signs in or out in any other tab, until the signal aborts.
 */
export function onOwnerChange(changed: () => void, signal: AbortSignal) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey) changed();
  };
  addEventListener('storage', onStorage, { signal });
}
