import { dateOf } from '@plant-store/engine';
import { type Token as PublicToken, Scope } from '@plant-store/schema';
import type { Token as TokenRow } from '../../generated/sqlite/client/client.ts';

/** A token with the actor of its changes, and without its value, which is not stored. */
export type Token = PublicToken & { actorId: bigint };

export const isActive = ({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): boolean =>
  !revokedAt && (!expiresAt || expiresAt > new Date());

/** When and how a token ended, for a message. */
export const endText = ({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): string =>
  revokedAt ? `was revoked on ${revokedAt.toISOString()}` : `expired on ${expiresAt?.toISOString()}`;

const dateOrNull = (stamp: bigint | null) => (stamp === null ? null : dateOf(stamp));

export const toToken = (row: TokenRow): Token => ({
  id: row.id,
  name: row.name,
  scopes: Scope.array().parse(row.scope.split(' ')),
  createdAt: dateOf(row.createdAt),
  expiresAt: dateOrNull(row.expiresAt),
  revokedAt: dateOrNull(row.revokedAt),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  lastUsedFrom: row.lastUsedFrom,
  previousUntil: dateOrNull(row.previousUntil),
  actorId: row.actorId,
});
