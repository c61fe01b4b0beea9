import type { Token } from '@plant-store/schema';
import type { browserClient } from '../store/browser-client.ts';

/** What is asked about tokens: a new one, another value for one, or its end. */
export type Asked = { kind: 'new' } | { kind: 'rotate' | 'revoke'; token: Token };

/** A token and its value, which is shown this one time. */
export type Made = Awaited<ReturnType<typeof browserClient.tokens.create.mutate>>;
