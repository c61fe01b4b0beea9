import type { Token } from '@plant-store/schema';
import { browserClient } from '../../api/browser-client.ts';
import { readTokens } from './read-tokens.ts';

export const allTokens = (first?: Token[]) => ({
  queryKey: ['tokens'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readTokens(browserClient, signal),
  ...(first && { initialData: first }),
});

export type TokenRequest = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

/** Only the answer to a repeat with an Idempotency-Key has no value; the page sends none here. */
export type NewTokenValue = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;
