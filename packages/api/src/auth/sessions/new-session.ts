import type { RequestSource, StoredPerson } from '@plant-store/db';
import { sessionSeconds } from './better-auth.ts';

/** The source of a sign-in. `network` is the key of the address in rate limits. */
export type SignInSource = RequestSource & { address: string; network: string; agent: string | undefined };

/** A new session, for the cookie of a browser. */
export type NewSession = { secret: string; expiresAt: Date };

/** Checks the password, then calls `act` with person and stored hash. @throws StoreError `invalidField` if wrong */
export type WithPassword = <Result>(
  id: string,
  password: string,
  signInSource: SignInSource,
  act: (person: StoredPerson, hash: string) => Promise<Result>,
) => Promise<Result>;

/** The part of a session secret that identifies the session; the rest is better-auth's signature. */
export const tokenOf = (secret: string): string => secret.split('.')[0] ?? '';

/** The session in an answer of better-auth. */
export function newSession(headers: Headers): NewSession {
  const secret = headers.get('set-auth-token');
  if (!secret) throw new Error('better-auth began no session');
  return { secret, expiresAt: new Date(Date.now() + sessionSeconds * 1000) };
}
