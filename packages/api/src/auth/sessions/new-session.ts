import { sessionSeconds } from './better-auth.ts';

export type NewSession = { secret: string; expiresAt: Date };

/** The part of a session secret that identifies the session; the rest is better-auth's signature. */
export const tokenOf = (secret: string): string => secret.split('.')[0] ?? '';

/** The session in an answer of better-auth. */
export function newSession(headers: Headers): NewSession {
  const secret = headers.get('set-auth-token');
  if (!secret) throw new Error('better-auth began no session');
  return { secret, expiresAt: new Date(Date.now() + sessionSeconds * 1000) };
}
