'use server';

import { redirect } from 'next/navigation';
import { attempt, isSessionEnded } from '../../api/attempt.ts';
import { reason } from '../../api/reason.ts';
import { callersClient } from '../../session/session.ts';
import { firstToken } from './first-token.ts';
import { texts } from './texts.tsx';

export type RevokeState = { isRevoked: boolean; problem?: string };

export async function revokeFirstToken(): Promise<RevokeState> {
  const client = await callersClient();
  if (!client) redirect('/sign-in');
  const outcome = await attempt(async () => {
    const token = await firstToken(client);
    if (token) await client.tokens.revoke.mutate({ id: token.id });
  });
  if (!outcome.failure) return { isRevoked: true };
  if (isSessionEnded(outcome.failure)) redirect('/sign-in');
  return { isRevoked: false, problem: texts.notRevoked(reason(outcome.failure)) };
}
