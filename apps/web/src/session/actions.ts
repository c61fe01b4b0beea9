'use server';

import { redirect } from 'next/navigation';
import { attempt, noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { inTime, serverClient } from '../store/server-client.ts';
import { localPath } from './local-path.ts';
import { callersClient } from './session.ts';
import { forgetSession, keepSession } from './session-cookie.ts';

/** What came of signing in without leaving the page: `problem` says what to do about it. */
export type SignInState = { isSignedIn: boolean; problem?: string };

/** Exchanges a token for a session. The token is in no answer, and nowhere kept. */
export async function startSession(form: FormData): Promise<SignInState> {
  const token = tokenOf(form);
  if (token === '') return refused('Access token is missing; paste the one you were given.');
  // A header can hold no other characters, so neither can a token.
  if (!/^[\x21-\x7e]+$/.test(token))
    return refused('Access token has characters that no token has; check that it was copied whole.');
  const client = await serverClient({ authorization: `Bearer ${token}` });
  const outcome = await attempt(() => client.session.start.mutate(undefined, inTime()));
  if ('failure' in outcome)
    return refused(
      outcome.failure === noAnswer
        ? 'The store cannot be reached now. Wait a moment, then sign in again.'
        : // What the store calls it is for programs.
          sentence(outcome.failure.message).replace(/^The bearer token\b/, 'This access token'),
    );
  await keepSession(outcome.value);
  return { isSignedIn: true };
}

/** Signs in and goes on to the page that was asked for; works as a plain form post too. */
export async function signIn(_state: SignInState, form: FormData): Promise<SignInState> {
  const state = await startSession(form);
  if (state.isSignedIn) redirect(localPath(form.get('to')));
  return state;
}

/** Ends the session, here and in the API. */
export async function signOut() {
  const client = await callersClient();
  // When the API cannot be asked, the secret is forgotten all the same, and nobody is left who holds it.
  if (client) await attempt(() => client.session.end.mutate(undefined, inTime()));
  await forgetSession();
  redirect('/sign-in');
}

/** The token that was pasted, without what is often copied along with it. */
const tokenOf = (form: FormData) =>
  String(form.get('token') ?? '')
    .trim()
    .replace(/^Bearer\s+/i, '');

const refused = (problem: string): SignInState => ({ isSignedIn: false, problem });
