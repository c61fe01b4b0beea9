import type { PlantStoreClient } from '@plant-store/client';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { attempt, isSessionEnded } from '../api/attempt.ts';
import { serverClient } from '../api/server-client.ts';
import { sessionCookie } from './session-cookie.ts';

export type Session = Awaited<ReturnType<PlantStoreClient['session']['get']['query']>>;

/** Reads the session of the requesting browser, once per request; `undefined` without a cookie. */
export const readSession = cache(async () => {
  const client = await callersClient();
  return client && attempt(() => client.session.get.query());
});

/**
 * A client of the API for the browser of this request; `undefined` without a session. It marks its requests as sent
 * from a page of the store, as server/refused-posts.ts has refused the posts of other sites.
 */
export const callersClient = cache(async () => {
  const cookie = await sessionCookie();
  return cookie ? serverClient({ cookie, 'sec-fetch-site': 'same-origin' }) : undefined;
});

/** Redirects to the sign-in page without a session. If the API does not answer, `session` has the failure. */
export async function requireSession(path: string) {
  const client = await callersClient();
  const outcome = await readSession();
  const signIn = path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
  if (!client || !outcome || (outcome.failure && isSessionEnded(outcome.failure))) redirect(signIn);
  return { client, session: outcome };
}
