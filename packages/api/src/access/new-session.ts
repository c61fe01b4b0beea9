import type { Origin, StoredPerson } from '@plant-store/db';
import { sessionSeconds } from './better-auth.ts';

/** Where somebody signs in from. `network` is what limits know the address by. */
export type Place = Origin & { address: string; network: string; agent: string | undefined };

/** What a browser keeps of a session, in a cookie. */
export type NewSession = { secret: string; expiresAt: Date };

/** `act` is given the person and what is stored of the password. @throws StoreError `invalidField` when it is another */
export type WithPassword = <Result>(
  id: string,
  password: string,
  place: Place,
  act: (person: StoredPerson, hash: string) => Promise<Result>,
) => Promise<Result>;

/** What the store knows a session by, of the secret that stands for it: the rest is better-auth's signature. */
export const tokenOf = (secret: string): string => secret.split('.')[0] ?? '';

/** The session that an answer of better-auth begins. */
export function newSession(headers: Headers): NewSession {
  const secret = headers.get('set-auth-token');
  if (!secret) throw new Error('better-auth began no session');
  return { secret, expiresAt: new Date(Date.now() + sessionSeconds * 1000) };
}
