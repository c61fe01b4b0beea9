import type { PlantStoreClient } from '@plant-store/client';
import type { Token } from '@plant-store/schema';
import { attempt } from '../../api/attempt.ts';
import { readTokens } from '../tokens/read-tokens.ts';

const firstTokenName = 'first-token';

/** The first token of the store; `undefined` if it has expired or was revoked. */
export async function firstToken(client: PlantStoreClient): Promise<Token | undefined> {
  const tokens = await readTokens(client);
  return tokens.find(({ name, revokedAt, expiresAt }) => {
    const isInUse = revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
    return name === firstTokenName && isInUse;
  });
}

/** `undefined` also if the store does not answer. */
export async function firstTokenFile(client: PlantStoreClient): Promise<string | undefined> {
  const { value } = await attempt(() => client.people.firstTokenFile.query());
  return value ?? undefined;
}
