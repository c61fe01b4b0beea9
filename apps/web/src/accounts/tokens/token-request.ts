import type { Token } from '@plant-store/schema';
import type { browserClient } from '../../api/browser-client.ts';

/** The open request about tokens: a new one, a rotation, or a revocation. */
export type TokenRequest = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

/** A token and its value. The value is shown only once. */
export type NewTokenValue = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;
