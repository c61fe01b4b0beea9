import { randomUUID } from 'node:crypto';
import { timestampOf } from '@plant-store/engine';
import type { Scope } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Prisma, Token as TokenRow } from '../../generated/sqlite/client/client.ts';
import { recordWithin } from '../audit/record.ts';
import { addActor } from '../core/actors.ts';
import { isUniqueViolation, type Transaction } from '../core/transaction.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, withIdempotencyWithin } from '../idempotency/idempotency.ts';
import { hashOf, newToken } from './secrets.ts';
import { endText, isActive, type Token, toToken } from './token.ts';

export { endText, isActive } from './token.ts';

export type NewToken = { name: string; scopes: Scope[]; expiresAt?: Date | null; value?: string };

/** A token with its value. A repeat of a request finds no value, as the store keeps only a hash. */
export type Issued = { token: Token; value?: string };

/** The value, given or new, cannot be read later. @throws StoreError `badRequest` when an active token has the name */
export async function create(
  db: Database,
  { value = newToken(), ...token }: NewToken,
  { actorId, source }: Initiator = {},
): Promise<{ token: Token; value: string }> {
  return { ...(await createOnce(db, { ...token, value }, { actorId, source })), value };
}

/** The same, done once for an idempotency key. */
export async function createOnce(
  db: Database,
  { name, scopes, expiresAt = null, value = newToken() }: NewToken,
  by: IdempotentInitiator,
): Promise<Issued> {
  const wanted = { name, scopes, expiresAt, value };
  return issue(db, by, value, (tx) => createWithin(db, tx, wanted, by)).catch((cause) => {
    if (!isUniqueViolation(cause, 'Token')) throw cause;
    throw new StoreError(
      'badRequest',
      `a token named "${name}" already exists; revoke it or use another name`,
    );
  });
}

/** The store remembers only the id of the token for an idempotency key, as a value must not be stored. */
async function issue(
  db: Database,
  by: IdempotentInitiator,
  value: string,
  work: (tx: Transaction) => Promise<TokenRow>,
): Promise<Issued> {
  const outcome = await db.transaction(async (tx) => {
    const idOf = async () => (await work(tx)).id;
    const { result: id, isReplay } = await withIdempotencyWithin(db, tx, requestOf(by), idOf);
    return { result: toToken(await tx.token.findUniqueOrThrow({ where: { id } })), isReplay };
  });
  const token = reportReplay(by, outcome);
  return outcome.isReplay ? { token } : { token, value };
}

export async function createWithin(
  db: Database,
  tx: Transaction,
  { name, scopes, expiresAt = null, value }: NewToken & { value: string },
  by: Initiator = {},
): Promise<TokenRow> {
  const scope = scopes.join(' ');
  const times = { createdAt: timestampOf(new Date()), expiresAt: expiresAt && timestampOf(expiresAt) };
  const actorId = await addActor(tx, { kind: 'token', name });
  const row = await tx.token.create({
    data: { id: randomUUID(), name, hash: hashOf(value), scope, ...times, actorId },
  });
  await recordWithin(db, tx, { action: 'tokens.create', subject: `${name}: ${scope}`, by });
  return row;
}

/** Oldest first, with revoked and expired ones. */
export async function list({ prisma }: Database): Promise<Token[]> {
  return (await prisma.token.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(toToken);
}

export type Position = { createdAt: bigint; actorId: bigint };

/** Up to `limit` tokens, newest first, with revoked and expired ones, and the start of the next page. */
export async function page(
  { prisma }: Database,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ tokens: Token[]; next: Position | undefined }> {
  const { createdAt, actorId } = after ?? {};
  const rows = await prisma.token.findMany({
    ...(after && {
      where: { OR: [{ createdAt: { lt: createdAt } }, { createdAt, actorId: { lt: actorId } }] },
    }),
    // Each token has its own actor.
    orderBy: [{ createdAt: 'desc' }, { actorId: 'desc' }],
    take: limit + 1,
  });
  const tokens = rows.slice(0, limit);
  return { tokens: tokens.map(toToken), next: rows.length > limit ? tokens.at(-1) : undefined };
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

/** @throws StoreError `notFound` */
export async function get({ prisma }: Database, id: string): Promise<Token> {
  return toToken((await prisma.token.findUnique({ where: { id } })) ?? notFound());
}

function notFound(): never {
  throw new StoreError('notFound', 'no token has this id; see the list of tokens');
}

type Rotation = { overlapUntil: Date; expiresAt: Date | null; value?: string };

/**
 * The old value is valid until `overlapUntil`; during it, further rotations keep it.
 * @throws StoreError `notFound`, or `badRequest` for a token that has ended
 */
export const rotate = (
  db: Database,
  id: string,
  { overlapUntil, expiresAt, value = newToken() }: Rotation,
  by: IdempotentInitiator = {},
): Promise<Issued> =>
  issue(db, by, value, async (tx) => {
    const row = (await lock(tx, { id })) ?? notFound();
    const token = toToken(row);
    if (!isActive(token))
      throw new StoreError('badRequest', `the token "${row.name}" ${endText(token)}; make a new one`);
    const [now, until] = [timestampOf(new Date()), timestampOf(overlapUntil)];
    // If the last rotation's answer was lost, programs still use the value before it.
    const isOverlapping = until > now && row.previousUntil !== null && row.previousUntil > now;
    await recordWithin(db, tx, { action: 'tokens.rotate', subject: row.name, by });
    const data = {
      hash: hashOf(value),
      expiresAt: expiresAt && timestampOf(expiresAt),
      previousHash: isOverlapping ? row.previousHash : row.hash,
      previousUntil: row.expiresAt !== null && row.expiresAt < until ? row.expiresAt : until,
    };
    return tx.token.update({ where: { id }, data });
  });

export async function recordUse({ prisma }: Database, id: string, address: string, at: Date): Promise<void> {
  const use = { lastUsedAt: timestampOf(at), lastUsedFrom: address };
  await prisma.token.updateMany({ where: { id }, data: use });
}

/** Permanently revokes an active token; gives `undefined` if there is none. A name may be the id of another token. */
export const revoke = (
  db: Database,
  which: { id: string } | { name: string },
  by: Initiator = {},
): Promise<Token | undefined> =>
  db.transaction(async (tx) => {
    const row = await lock(tx, { ...which, revokedAt: null });
    if (!row) return undefined;
    await recordWithin(db, tx, { action: 'tokens.revoke', subject: row.name, by });
    const data = { revokedAt: timestampOf(new Date()) };
    return toToken(await tx.token.update({ where: { id: row.id }, data }));
  });

/** Locks a token until the end of the transaction, and reads it again. */
export async function lock({ token }: Transaction, where: Prisma.TokenWhereInput): Promise<TokenRow | null> {
  const found = await token.findFirst({ where });
  if (!found) return null;
  await token.updateMany({ where: { id: found.id }, data: { id: found.id } });
  return token.findFirst({ where: { ...where, id: found.id } });
}
