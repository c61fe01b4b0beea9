'use server';

import type { Failure } from '@plant-store/client';
import type { NewPerson } from '@plant-store/schema';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { attempt, isError, isSessionEnded, noAnswer, type Outcome } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { serverClient } from '../../api/server-client.ts';
import { signedInPath } from '../../session/local-path.ts';
import { callersClient } from '../../session/session.ts';
import { clearSessionCookie, setSessionCookie } from '../../session/session-cookie.ts';
import { textIn, tokenIn, tokenProblem } from '../../session/token-text.ts';
import { type PersonFormState, personIn, refusedPerson, typedIn } from './person-form.ts';
import { texts } from './texts.ts';

export async function createOwner(_state: PersonFormState, form: FormData): Promise<PersonFormState> {
  const code = textIn(form, 'code');
  const person = personIn(form);
  if (code === '') return createOwnerByToken(form, person);
  const client = await serverClient({});
  const outcome = await attempt(() => client.people.createOwnerByLink.mutate({ code, ...person }));
  return enter(outcome, form, person);
}

async function createOwnerByToken(form: FormData, person: NewPerson): Promise<PersonFormState> {
  const token = tokenIn(form);
  const problem = token === '' ? texts.form.tokenMissing : tokenProblem(token);
  if (problem) return { problems: { token: problem }, typed: typedIn(form) };
  const client = await serverClient({ authorization: `Bearer ${token}` });
  const outcome = await attempt(() => client.people.createOwner.mutate(person));
  if (outcome.failure && isAboutToken(outcome.failure)) {
    const isUnknown = isError(outcome.failure, 'invalidToken');
    const text = isUnknown ? texts.form.badToken : sentence(outcome.failure.message);
    return { problems: { token: text }, typed: typedIn(form) };
  }
  return enter(outcome, form, person);
}

export async function acceptInvitation(_state: PersonFormState, form: FormData): Promise<PersonFormState> {
  const code = textIn(form, 'code');
  const person = personIn(form);
  const client = await serverClient({});
  const outcome = await attempt(() => client.invitations.accept.mutate({ code, ...person }));
  return enter(outcome, form, person);
}

export async function choosePassword(_state: PersonFormState, form: FormData): Promise<PersonFormState> {
  const code = textIn(form, 'code');
  const password = textIn(form, 'password');
  const client = await serverClient({});
  const outcome = await attempt(() => client.invitations.acceptPassword.mutate({ code, password }));
  return enter(outcome, form, { password });
}

/** Changes the password of the signed-in person. All other sessions of that person end. */
export async function changePassword(_state: PersonFormState, form: FormData): Promise<PersonFormState> {
  const client = await callersClient();
  if (!client) redirect('/sign-in?to=/account');
  const passwords = {
    currentPassword: textIn(form, 'currentPassword'),
    newPassword: textIn(form, 'newPassword'),
  };
  const outcome = await attempt(() => client.session.changePassword.mutate(passwords));
  if (outcome.failure) {
    if (isSessionEnded(outcome.failure)) redirect('/sign-in?to=/account');
    return refusedPerson(outcome.failure, form);
  }
  await setSessionCookie(outcome.value);
  return { problems: {}, done: texts.form.passwordChanged };
}

export async function signOutEverywhere(): Promise<never> {
  const client = await callersClient();
  const outcome = client && (await attempt(() => client.session.endAll.mutate()));
  // Without an answer, other sessions may still be valid, so the page must not say that they have ended.
  if (outcome?.failure && !isSessionEnded(outcome.failure)) redirect('/account?done=not-everywhere');
  await clearSessionCookie();
  redirect('/sign-in');
}

/** Signs in a person whose account was just created or changed. After a refusal, returns the reasons for the form. */
async function enter(
  outcome: Outcome<{ email: string }>,
  form: FormData,
  { password }: { password: string },
): Promise<PersonFormState> {
  if (outcome.failure) return refusedPerson(outcome.failure, form);
  const login = outcome.value.email;
  const client = await serverClient({});
  const session = await attempt(() => client.session.signIn.mutate({ login, password }));
  // The account exists, but the sign-in failed: the person signs in on the next page.
  if (session.failure) redirect('/sign-in');
  await setSessionCookie(session.value);
  const isByScript = (await headers()).has('next-action');
  redirect(isByScript ? '/' : signedInPath('/'));
}

const isAboutToken = (failure: Failure) =>
  failure !== noAnswer && (isSessionEnded(failure) || isError(failure, 'scopeMissing'));
