import { randomUUID } from 'node:crypto';
import { dateOf, timestampOf } from '@plant-store/engine';
import { type AuditAction, type Token as PublicToken, Scope } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Prisma, Token as TokenRow } from '../../generated/sqlite/client/client.ts';
import { recordWithin } from '../audit/record.ts';
import { addActor } from '../core/actors.ts';
import { isUniqueViolation, type Transaction } from '../core/transaction.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { hashOf, newToken } from './secrets.ts';

/** A token with the actor of its changes, and without its value, which is not stored. */
export type Token = PublicToken & { actorId: bigint };

export type NewToken = { name: string; scopes: Scope[]; expiresAt?: Date | null; value?: string };

/** The value, given or new, cannot be read later. @throws StoreError `badRequest` when an active token has the name */
export async function create(
  db: Database,
  { name, scopes, expiresAt = null, value = newToken() }: NewToken,
  by: Initiator = {},
): Promise<{ token: Token; value: string }> {
  const wanted = { name, scopes, expiresAt, value };
  const made = db.transaction(async (tx) => ({ token: await createWithin(db, tx, wanted, by), value }));
  return made.catch((cause) => {
    if (!isUniqueViolation(cause, 'Token')) throw cause;
    throw new StoreError(
      'badRequest',
      `a token named "${name}" already exists; revoke it or use another name`,
    );
  });
}

export async function createWithin(
  db: Database,
  tx: Transaction,
  { name, scopes, expiresAt = null, value }: NewToken & { value: string },
  by: Initiator = {},
): Promise<Token> {
  const scope = scopes.join(' ');
  const times = { createdAt: timestampOf(new Date()), expiresAt: expiresAt && timestampOf(expiresAt) };
  const actorId = await addActor(tx, { kind: 'token', name });
  const row = await tx.token.create({
    data: { id: randomUUID(), name, hash: hashOf(value), scope, ...times, actorId },
  });
  await recordWithin(db, tx, { action: 'tokens.create', subject: `${name}: ${scope}`, by });
  return toToken(row);
}

/** Oldest first, with revoked and expired ones. */
export async function list({ prisma }: Database): Promise<Token[]> {
  return (await prisma.token.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(toToken);
}

/** The token with this value, in any state. Its value before the last rotation is valid until `previousUntil`. */
export const find = ({ prisma }: Database, value: string): Promise<Token | undefined> =>
  findWithin(prisma, value);

export async function findWithin(
  { token }: Pick<Transaction, 'token'>,
  value: string,
): Promise<Token | undefined> {
  const hash = hashOf(value);
  const row = await token.findUnique({ where: { hash } });
  if (row) return toToken(row);
  const rotated = await token.findUnique({ where: { previousHash: hash } });
  return rotated ? toToken({ ...rotated, expiresAt: rotated.previousUntil }) : undefined;
}

export async function get({ prisma }: Database, id: string): Promise<Token | undefined> {
  const row = await prisma.token.findUnique({ where: { id } });
  return row ? toToken(row) : undefined;
}

type Rotation = { overlapUntil: Date; expiresAt: Date | null; value?: string };

/** The old value is valid until `overlapUntil`; during it, further rotations keep it. `undefined` if none is active. */
export async function rotate(
  db: Database,
  id: string,
  { overlapUntil, expiresAt, value = newToken() }: Rotation,
  by: Initiator = {},
): Promise<{ token: Token; value: string } | undefined> {
  const notExpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: timestampOf(new Date()) } }] };
  const token = await change(db, 'tokens.rotate', by, { id, ...notExpired }, (row) => {
    const [now, until] = [timestampOf(new Date()), timestampOf(overlapUntil)];
    // If the last rotation's answer was lost, programs still use the value before it.
    const isOverlapping = until > now && row.previousUntil !== null && row.previousUntil > now;
    return {
      hash: hashOf(value),
      expiresAt: expiresAt && timestampOf(expiresAt),
      previousHash: isOverlapping ? row.previousHash : row.hash,
      previousUntil: row.expiresAt !== null && row.expiresAt < until ? row.expiresAt : until,
    };
  });
  return token && { token, value };
}

export async function recordUse({ prisma }: Database, id: string, address: string): Promise<void> {
  const use = { lastUsedAt: timestampOf(new Date()), lastUsedFrom: address };
  await prisma.token.updateMany({ where: { id }, data: use });
}

/** Permanently revokes an active token, by its name or id; gives `undefined` if there is none. */
export async function revoke(db: Database, nameOrId: string, by: Initiator = {}): Promise<Token | undefined> {
  const revoked = () => ({ revokedAt: timestampOf(new Date()) });
  return (
    (await change(db, 'tokens.revoke', by, { id: nameOrId }, revoked)) ??
    (await change(db, 'tokens.revoke', by, { name: nameOrId }, revoked))
  );
}

const change = (
  db: Database,
  action: AuditAction,
  by: Initiator,
  where: Prisma.TokenWhereInput,
  data: (row: TokenRow) => Prisma.TokenUpdateInput,
): Promise<Token | undefined> =>
  db.transaction(async (tx) => {
    const row = await lock(tx, { ...where, revokedAt: null });
    if (!row) return undefined;
    await recordWithin(db, tx, { action, subject: row.name, by });
    return toToken(await tx.token.update({ where: { id: row.id }, data: data(row) }));
  });

/** Locks a token until the end of the transaction, and reads it again. */
export async function lock({ token }: Transaction, where: Prisma.TokenWhereInput): Promise<TokenRow | null> {
  const found = await token.findFirst({ where });
  if (!found) return null;
  await token.updateMany({ where: { id: found.id }, data: { id: found.id } });
  return token.findFirst({ where: { ...where, id: found.id } });
}

export const isActive = ({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): boolean =>
  !revokedAt && (!expiresAt || expiresAt > new Date());

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
