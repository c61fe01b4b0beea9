import { trpcClient } from '../../trpc/trpc-client.ts';

/** Exchanges a token for a session, and gives the cookie header of its browser. */
export async function startSession(url: string, token: string) {
  const { secret, expiresAt } = await trpcClient(url, token).session.start.mutate();
  return { cookie: `other=1; plant-store-session=${secret}`, expiresAt };
}
