import type { PlantStoreClient } from '@plant-store/client';
import type { Token } from '@plant-store/schema';
import { browserClient } from '../../api/browser-client.ts';

export const allTokens = (first?: Token[]) => ({
  queryKey: ['tokens'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readTokens(browserClient, signal),
  ...(first && { initialData: first }),
});

export type TokenRequest = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

/** Only the answer to a repeat with an Idempotency-Key has no value; the page sends none here. */
export type NewTokenValue = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;

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
