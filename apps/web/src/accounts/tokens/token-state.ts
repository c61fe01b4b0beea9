import { type Token, tokenEndingMs } from '@plant-store/schema';

export type TokenState = 'in use' | 'ending' | 'expired' | 'revoked';

export function tokenState({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): TokenState {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'in use';
  const left = expiresAt.getTime() - Date.now();
  if (left <= 0) return 'expired';
  return left < tokenEndingMs ? 'ending' : 'in use';
}
