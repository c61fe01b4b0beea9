import type { Token } from '@plant-store/schema';
import type { browserClient } from '../../api/browser-client.ts';

export type TokenRequest = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

/** Only the answer to a repeat with an Idempotency-Key has no value; the page sends none here. */
export type NewTokenValue = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;
