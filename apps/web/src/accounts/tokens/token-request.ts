import type { Token } from '@plant-store/schema';
import type { browserClient } from '../../api/browser-client.ts';

export type TokenRequest = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

export type NewTokenValue = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;
