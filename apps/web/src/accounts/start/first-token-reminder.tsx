import { attempt } from '../../api/attempt.ts';
import { callersClient, type Session } from '../../session/session.ts';
import { firstToken } from './first-token.ts';
import { RevokeFirstToken } from './revoke-first-token.tsx';

/** Reminds an owner that the first token still works. Shows nothing if the store does not answer. */
export async function FirstTokenReminder({ session }: { session: Session | undefined }) {
  if (session?.role !== 'owner') return null;
  const client = await callersClient();
  const found = client && (await attempt(() => firstToken(client)));
  return <RevokeFirstToken isInUse={found?.value !== undefined} />;
}
