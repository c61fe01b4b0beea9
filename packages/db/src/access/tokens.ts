import { randomUUID } from 'node:crypto';
import { type AuditAction, Scope, StoreError } from '@plant-store/schema';
import type { Doer } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { type Statement, sql } from '../engine/statement.ts';
import { ask } from '../engine/unit.ts';
import { addActor } from './actors.ts';
import { hashOf, newToken } from './token-format.ts';

/** A token as it is known afterwards: all but its value, which is stored nowhere. */
export type Token = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** When and from which address it was used last, to the minute. */
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
  /** Until when the value that it had before works too, if it was rotated a while ago. */
  previousUntil: Date | null;
  /** What its holder's changes are recorded under. */
  actorId: bigint;
};

export type NewToken = { name: string; scopes: Scope[]; expiresAt?: Date | null; value?: string };

/**
 * Makes a token; `value` is the one time it can be read. A caller that has a value already may give it.
 * @throws StoreError `badRequest` when a token in use has that name.
 */
export async function create(
  db: Database,
  { name, scopes, expiresAt = null, value = newToken() }: NewToken,
  by: Doer = {},
): Promise<{ token: Token; value: string }> {
  const unused = { revokedAt: null, lastUsedAt: null, lastUsedFrom: null, previousUntil: null };
  const made = { id: randomUUID(), name, scopes, createdAt: new Date(), expiresAt, ...unused };
  const hash = hashOf(value);
  const actorId = await db.transact(function* () {
    const actorId = yield* addActor(db.engine, { kind: 'token', name });
    const [added] = yield* ask(sql`
      INSERT INTO "tokens" ("id", "name", "hash", "scope", "created_at", "expires_at", "actor_id")
      VALUES (${made.id}, ${name}, ${hash}, ${scopes.join(' ')}, ${made.createdAt}, ${expiresAt}, ${actorId})
      ON CONFLICT DO NOTHING RETURNING "id"`);
    if (added) {
      yield* record(db.engine, { action: 'tokens.create', subject: `${name}: ${scopes.join(' ')}`, by });
      return actorId;
    }
    throw new StoreError('badRequest', `a token named "${name}" is in use; revoke it or give another name`);
  });
  return { token: { ...made, actorId }, value };
}

/** All tokens, oldest first, those revoked or expired too. */
export async function list(db: Database): Promise<Token[]> {
  return (await db.prisma.token.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(present);
}

/**
 * The token with this value, whatever its state. By the value that it had before it was rotated, it ends when that one
 * does.
 */
export async function find(db: Database, value: string): Promise<Token | undefined> {
  const hash = hashOf(value);
  const row = await db.prisma.token.findUnique({ where: { hash } });
  if (row) return present(row);
  const rotated = await db.prisma.token.findUnique({ where: { previousHash: hash } });
  return rotated ? { ...present(rotated), expiresAt: rotated.previousUntil } : undefined;
}

/** The token with this id, whatever its state. */
export async function get(db: Database, id: string): Promise<Token | undefined> {
  const row = await db.prisma.token.findUnique({ where: { id } });
  return row ? present(row) : undefined;
}

/**
 * Gives a token in use another value; the one it has works until `overlapUntil`, one that it had before that no more.
 * `value` is the one time it can be read. `undefined` when no token in use has the id.
 */
export async function rotate(
  db: Database,
  id: string,
  {
    overlapUntil,
    expiresAt,
    value = newToken(),
  }: { overlapUntil: Date; expiresAt: Date | null; value?: string },
  by: Doer = {},
): Promise<{ token: Token; value: string } | undefined> {
  const row = await changeOne(
    db,
    'tokens.rotate',
    by,
    sql`
    UPDATE "tokens" SET "previous_hash" = "hash", "hash" = ${hashOf(value)}, "expires_at" = ${expiresAt},
      "previous_until" = CASE WHEN "expires_at" < ${overlapUntil} THEN "expires_at" ELSE ${overlapUntil} END
    WHERE "id" = ${id} AND "revoked_at" IS NULL AND ("expires_at" IS NULL OR "expires_at" > ${new Date()})
    RETURNING "id", "name"`,
  );
  const token = row && (await get(db, row.id));
  return token && { token, value };
}

/** Notes that a token is used, now and from this address. */
export async function noteUse(db: Database, id: string, address: string): Promise<void> {
  await db.execute(sql`
    UPDATE "tokens" SET "last_used_at" = ${new Date()}, "last_used_from" = ${address} WHERE "id" = ${id}`);
}

/** Ends a token in use, given its name or id; `undefined` when there is none. Revoking is final. */
export async function revoke(db: Database, nameOrId: string, by: Doer = {}): Promise<Token | undefined> {
  const row = await changeOne(
    db,
    'tokens.revoke',
    by,
    sql`
    UPDATE "tokens" SET "revoked_at" = ${new Date()}
    WHERE "id" = (
      SELECT "id" FROM "tokens" WHERE "revoked_at" IS NULL AND ("name" = ${nameOrId} OR "id" = ${nameOrId})
      ORDER BY "id" = ${nameOrId} DESC LIMIT 1)
    AND "revoked_at" IS NULL RETURNING "id", "name"`,
  );
  return row && (await get(db, row.id));
}

/** Changes a token by a statement that gives its id and name, and tells of it if there is one to change. */
const changeOne = (db: Database, action: AuditAction, by: Doer, statement: Statement) =>
  db.transact(function* () {
    const [row] = yield* ask<Pick<Token, 'id' | 'name'>>(statement);
    if (row) yield* record(db.engine, { action, subject: row.name, by });
    return row;
  });

/** Whether a token may be used at this moment. */
export const isInUse = ({ expiresAt, revokedAt }: Pick<Token, 'expiresAt' | 'revokedAt'>): boolean =>
  !revokedAt && (!expiresAt || expiresAt > new Date());

/** The row of a token, as the outside sees it. */
export function present(row: Omit<Token, 'scopes'> & { scope: string }): Token {
  const { id, name, scope, createdAt, expiresAt, revokedAt, actorId } = row;
  const { lastUsedAt, lastUsedFrom, previousUntil } = row;
  return {
    id,
    name,
    scopes: Scope.array().parse(scope.split(' ')),
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    lastUsedFrom,
    previousUntil,
    actorId,
  };
}
