import type { Session } from '../../session/session.ts';

/** The owner of plants that are typed before the page knows the session. */
export const unknownOwner = 'unknown';

const storageKey = 'plant-store-owner';

/** The name under which the plants of a session wait in this browser. */
export const ownerOf = ({ kind, id }: Pick<Session, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Whether an owner is a person, whose plants are never handed over. */
export const isPerson = (owner: string): boolean => owner.startsWith('person:');

/** The owner who was signed in last in this browser; `undefined` after signing out. */
export function lastOwner(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    // Some browsers refuse access to storage altogether.
    return undefined;
  }
}

/** Remembers the owner who is signed in; `undefined` means nobody. Other tabs of this browser get a `storage` event. */
export function rememberOwner(owner: string | undefined) {
  try {
    if (owner === undefined) localStorage.removeItem(storageKey);
    else if (localStorage.getItem(storageKey) !== owner) localStorage.setItem(storageKey, owner);
  } catch {
    // The page works without storage. Plants typed while the store is down then wait in memory.
  }
}

/** Calls `changed` when another tab signs out, or in as somebody else, until the signal aborts. */
export function onOwnerChange(changed: () => void, signal: AbortSignal) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey) changed();
  };
  addEventListener('storage', onStorage, { signal });
}
