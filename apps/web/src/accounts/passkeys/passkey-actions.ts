'use server';

import type { PlantStoreClient } from '@plant-store/client';
import { cookies, headers } from 'next/headers';
import { attempt, noAnswer } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { serverClient } from '../../api/server-client.ts';
import { setSessionCookie } from '../../session/session-cookie.ts';
import { texts } from './texts.ts';

export type PasskeyAnswer = Parameters<PlantStoreClient['session']['signInByPasskey']['mutate']>[0];

/** The outcome of a sign-in with a passkey. `problem` says what to do, and is absent after a success. */
export type PasskeyState = { isSignedIn: boolean; problem?: string | undefined };

/** Exchanges the answer of a passkey for a session. No script of the page can read the session. */
export async function startSessionByPasskey(answer: PasskeyAnswer): Promise<PasskeyState> {
  const client = await serverClient(await forwardedHeaders());
  const outcome = await attempt(() => client.session.signInByPasskey.mutate(answer));
  if (outcome.failure)
    return {
      isSignedIn: false,
      problem: outcome.failure === noAnswer ? texts.signIn.unreachable : sentence(outcome.failure.message),
    };
  await setSessionCookie(outcome.value);
  return { isSignedIn: true };
}

/** The headers that describe the browser and its host to the API, as if the browser had sent the request itself. */
async function forwardedHeaders(): Promise<Record<string, string>> {
  const sent = await headers();
  // Forwards only the browser cookie, as the API would count an ended session as a failed sign-in.
  const own = (await cookies()).getAll().filter(({ name }) => name.endsWith('plant-store-browser'));
  return {
    cookie: own.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-forwarded-host': sent.get('x-forwarded-host') ?? sent.get('host') ?? '',
    'x-forwarded-proto': sent.get('x-forwarded-proto') ?? 'http',
  };
}
