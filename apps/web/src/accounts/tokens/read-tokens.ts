import type { PlantStoreClient } from '@plant-store/client';
import type { Token } from '@plant-store/schema';

/** All tokens, newest first. */
export async function readTokens(client: PlantStoreClient, signal?: AbortSignal): Promise<Token[]> {
  const tokens: Token[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.tokens.list.query({ limit: 200, cursor }, signal ? { signal } : {});
    tokens.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tokens;
}
