import { attempt } from '../../api/attempt.ts';
import { callersClient, type Session } from '../../session/session.ts';
import { firstToken, firstTokenFile } from './first-token.ts';
import { RevokeFirstToken } from './revoke-first-token.tsx';

export async function FirstTokenReminder({ session }: { session: Session | undefined }) {
  if (session?.role !== 'owner') return null;
  const client = await callersClient();
  if (!client) return null;
  const { value: token } = await attempt(() => firstToken(client));
  return (
    <RevokeFirstToken
      isInUse={token !== undefined}
      lastUsedAt={token?.lastUsedAt}
      file={token && (await firstTokenFile(client))}
    />
  );
}
