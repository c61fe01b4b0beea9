'use server';

import type { PlantStoreClient } from '@plant-store/client';
import { cookies, headers } from 'next/headers';
import { attempt, noAnswer } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { pageOptions, serverClient } from '../../api/server-client.ts';
import { setSessionCookie } from '../../session/session-cookie.ts';
import { texts } from './texts.ts';

/** The answer of a passkey to the browser's request. */
export type PasskeyAnswer = Parameters<PlantStoreClient['session']['signInByPasskey']['mutate']>[0];

/** The outcome: `problem` says what to do, and is absent after a success. */
export type PasskeyState = { isSignedIn: boolean; problem?: string | undefined };

/** Exchanges the answer of a passkey for a session, which no script of the page sees. */
export async function startSessionByPasskey(answer: PasskeyAnswer): Promise<PasskeyState> {
  const client = await serverClient(await forwardedHeaders());
  const outcome = await attempt(() => client.session.signInByPasskey.mutate(answer, pageOptions()));
  if ('failure' in outcome)
    return {
      isSignedIn: false,
      problem: outcome.failure === noAnswer ? texts.signIn.unreachable : sentence(outcome.failure.message),
    };
  await setSessionCookie(outcome.value);
  return { isSignedIn: true };
}

/**
 * The headers with which the API knows the browser and the host of its page, as if the browser had asked it directly.
 */
async function forwardedHeaders(): Promise<Record<string, string>> {
  const sent = await headers();
  // Not a session that has ended: that would be counted as a bad one.
  const own = (await cookies()).getAll().filter(({ name }) => name.endsWith('plant-store-browser'));
  return {
    cookie: own.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-forwarded-host': sent.get('x-forwarded-host') ?? sent.get('host') ?? '',
    'x-forwarded-proto': sent.get('x-forwarded-proto') ?? 'http',
  };
}
