import type { Failure } from '@plant-store/client';
import type { Role, Scope } from '@plant-store/schema';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { attempt, isSessionEnded } from '../api/attempt.ts';
import { pageOptions, serverClient } from '../api/server-client.ts';
import { sessionCookie } from './session-cookie.ts';

/** The signed-in token or person, and their rights. */
export type Session = {
  kind: 'token' | 'person';
  id: string;
  name: string;
  role?: Role | undefined;
  /** The names with which a person signs in. */
  login?: { email: string; userName?: string | undefined } | undefined;
  scopes: Scope[];
  expiresAt: Date | null;
};

/** The session of the browser that asks, once per request; `undefined` without a cookie. */
export const readSession = cache(async () => {
  const client = await callersClient();
  return client && attempt(() => client.session.get.query(undefined, pageOptions()));
});

/**
 * A client of the API for the browser of this request; `undefined` without a session. It marks the request as one from
 * a page of the store: posts of other sites were refused earlier (server/posts.ts).
 */
export const callersClient = cache(async () => {
  const cookie = await sessionCookie();
  return cookie ? serverClient({ cookie, 'sec-fetch-site': 'same-origin' }) : undefined;
});

/**
 * The caller's client and session, for a page that only somebody signed in may see. Anybody else is sent to sign in,
 * and from there to `path`. When the API cannot tell, `session` says why.
 */
export async function requireSession(path: string) {
  const client = await callersClient();
  const outcome = await readSession();
  const signIn = path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
  if (!client || !outcome || ('failure' in outcome && isSessionEnded(outcome.failure))) redirect(signIn);
  return { client, session: outcome satisfies { value: Session } | { failure: Failure } };
}
