import type { Token } from '@plant-store/schema';

/** For how long before its end somebody is told that a token ends. */
const endingMs = 14 * 24 * 60 * 60 * 1000;

export type TokenState = 'in use' | 'ending' | 'expired' | 'revoked';

export function tokenState({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): TokenState {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'in use';
  const left = expiresAt.getTime() - Date.now();
  if (left <= 0) return 'expired';
  return left < endingMs ? 'ending' : 'in use';
}
