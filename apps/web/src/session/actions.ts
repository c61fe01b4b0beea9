'use server';

import type { Failure } from '@plant-store/client';
import { errorNumbers } from '@plant-store/schema';
import { redirect } from 'next/navigation';
import { attempt, noAnswer } from '../api/attempt.ts';
import { sentence } from '../api/sentence.ts';
import { serverClient } from '../api/server-client.ts';
import { localPath, signedInPath } from './local-path.ts';
import { callersClient } from './session.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { refused, type SignInState } from './sign-in-state.ts';
import { texts } from './texts.ts';
import { textIn, tokenIn, tokenProblem } from './token-text.ts';

/** Exchanges a token, or a name and a password, for a session. Neither is in any answer, and neither is stored. */
export async function startSession(form: FormData): Promise<SignInState> {
  const token = tokenIn(form);
  const login = textIn(form, 'login').trim();
  const password = textIn(form, 'password');
  if (token !== '') return withToken(token);
  if (!form.has('login')) return refused('token', texts.problems.noToken);
  if (login === '') return refused('login', texts.problems.noLogin);
  if (password === '') return { ...refused('password', texts.problems.noPassword), login };
  const client = await serverClient({});
  const outcome = await attempt(() => client.session.signIn.mutate({ login, password }));
  if (outcome.failure) return { ...refused('password', whyNot(outcome.failure)), login };
  await setSessionCookie(outcome.value);
  return { isSignedIn: true };
}

/** Signs in by a form post without a script, and opens the requested page. */
export async function signIn(_state: SignInState, form: FormData): Promise<SignInState> {
  const state = await startSession(form);
  if (state.isSignedIn) redirect(signedInPath(localPath(form.get('to'))));
  return state;
}

export async function signOut(): Promise<never> {
  const client = await callersClient();
  // Without an answer from the API, the browser still deletes the session's secret, and no other copy exists.
  if (client) await attempt(() => client.session.end.mutate());
  await clearSessionCookie();
  redirect('/sign-in');
}

async function withToken(token: string): Promise<SignInState> {
  const problem = tokenProblem(token);
  if (problem) return refused('token', problem);
  const client = await serverClient({ authorization: `Bearer ${token}` });
  const outcome = await attempt(() => client.session.start.mutate());
  if (outcome.failure) return refused('token', whyNot(outcome.failure));
  await setSessionCookie(outcome.value);
  return { isSignedIn: true };
}

function whyNot(failure: Failure): string {
  if (failure === noAnswer) return texts.problems.unreachable;
  return own[failure.error] ?? sentence(failure.message);
}

/** The page's own texts, where the message of the store is written for programs. */
const own: Partial<Record<number, string>> = {
  [errorNumbers.wrongPassword]: texts.problems.wrongLogin,
  [errorNumbers.invalidField]: texts.problems.invalid,
  [errorNumbers.invalidToken]: texts.problems.unknownToken,
};
