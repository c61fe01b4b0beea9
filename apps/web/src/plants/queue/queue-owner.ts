import type { Session } from '../../session/session.ts';
import { storedText, storeText } from '../../ui/browser-storage.ts';

/** The owner of plants that are typed before the page knows the session. */
export const unknownOwner = 'unknown';

const storageKey = 'plant-store-owner';

/** The owner of a session's waiting plants: the name under which they are stored in this browser. */
export const ownerOf = ({ kind, id }: Pick<Session, 'kind' | 'id'>): string => `${kind}:${id}`;

/** True if an owner is a person. The plants of a person are never given to another owner. */
export const isPerson = (owner: string): boolean => owner.startsWith('person:');

/** The owner who signed in last in this browser; `undefined` after signing out. */
export const lastOwner = (): string | undefined => storedText('localStorage', storageKey);

/** Stores the name of the signed-in owner; `undefined` is nobody. Other tabs of this browser get a `storage` event. */
export function rememberOwner(owner: string | undefined) {
  if (lastOwner() !== owner) storeText('localStorage', storageKey, owner);
}

/** Calls `changed` when a person signs in or out in any other tab, until the signal aborts. */
export function onOwnerChange(changed: () => void, signal: AbortSignal) {
  addEventListener('storage', ({ key }) => key === storageKey && changed(), { signal });
}
