import type { Failure } from '@plant-store/client';
import type { Scope } from '@plant-store/schema';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { attempt, isSessionEnded } from '../store/attempt.ts';
import { inTime, serverClient } from '../store/server-client.ts';
import { sessionCookie } from './session-cookie.ts';

/** Whoever is signed in, as far as their pages tell: the token's name and what it may do. */
export type Session = { name: string; scopes: Scope[] };

/** The session of the browser that asks, once per request; `undefined` without a cookie. */
export const readSession = cache(async () => {
  const client = await callersClient();
  return client && attempt(() => client.session.get.query(undefined, inTime()));
});

/** The API, asked in the name of the browser that asks for the page; `undefined` when it has no session. */
export const callersClient = cache(async () => {
  const secret = (await cookies()).get(sessionCookie)?.value;
  return secret ? serverClient({ cookie: `${sessionCookie}=${encodeURIComponent(secret)}` }) : undefined;
});

/**
 * The caller's client and session, for a page that only somebody signed in may see; everybody else is sent to sign in,
 * and from there to `path`. When the API cannot tell, `session` says why.
 */
export async function requireSession(path: string) {
  const client = await callersClient();
  const outcome = await readSession();
  const signIn = path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
  if (!client || !outcome || ('failure' in outcome && isSessionEnded(outcome.failure))) redirect(signIn);
  return { client, session: outcome satisfies { value: Session } | { failure: Failure } };
}
