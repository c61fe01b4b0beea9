// SQL by hand: these are steps of units, and on PostgreSQL a second request waits for the key (docs/decisions/0006).

import {
  clocks,
  compose,
  currentTime,
  days,
  now,
  query,
  type Statement,
  type Steps,
  sql,
  type Unit,
} from '@plant-store/engine';
import { StoreError } from '@plant-store/schema/without-zod';
import { runWithin, type Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';
import type {
  IdempotentInitiator,
  IdempotentRequest,
  IdempotentResult,
} from '../handle/idempotent-request.ts';

const keyRetention = days(1);

export const requestOf = ({ actorId, source, idempotencyKey }: IdempotentInitiator): IdempotentRequest => ({
  actorId,
  source,
  ...(idempotencyKey && { key: idempotencyKey.key, hash: idempotencyKey.hash }),
});

/** Returns the result, and calls `onReplay` if it is a replay. */
export function reportReplay<Result>(
  { idempotencyKey }: IdempotentInitiator,
  { result, isReplay }: IdempotentResult<Result>,
): Result {
  if (isReplay) idempotencyKey?.onReplay();
  return result;
}

/**
 * A repeat gets the stored answer, even at the same time in another process. The unit's transaction also stores it,
 * unless it throws. @throws StoreError `badRequest` when the key was used for another request
 */
export function* withIdempotency<Result>(
  engine: Database['engine'],
  request: IdempotentRequest,
  unit: Unit<Result>,
): Steps<IdempotentResult<Result>> {
  const replay = yield* claimKey<Result>(engine, request);
  if (replay) return replay;
  const result = yield* unit();
  yield* storeResult(request, result);
  return { result, isReplay: false };
}

/** The same for writes of Prisma Client in the transaction `tx`. */
export async function withIdempotencyWithin<Result>(
  { engine }: Pick<Database, 'engine'>,
  tx: Transaction,
  request: IdempotentRequest,
  work: () => Promise<Result>,
): Promise<IdempotentResult<Result>> {
  const replay = await runWithin(engine, tx, claimKey<Result>(engine, request));
  if (replay) return replay;
  const result = await work();
  await runWithin(engine, tx, storeResult(request, result));
  return { result, isReplay: false };
}

/** The stored answer to an earlier request with the key; `undefined` for the first request. */
function* claimKey<Result>(
  engine: Database['engine'],
  { actorId: actor, key, hash = '' }: IdempotentRequest,
): Steps<IdempotentResult<Result> | undefined> {
  if (key === undefined) return undefined;
  const actorId = actor ?? 0n;
  const time = yield* now(engine);
  yield sql`DELETE FROM "idempotency_keys" WHERE "actor_id" = ${actorId} AND "key" = ${key} AND "stored_at" <= ${time - keyRetention}`;
  // A concurrent request waits here, and then finds the answer.
  const [taken] = yield* query(sql`
    INSERT INTO "idempotency_keys" ("actor_id", "key", "hash", "stored_at")
    VALUES (${actorId}, ${key}, ${hash}, ${time}) ON CONFLICT DO NOTHING RETURNING "key"`);
  if (taken) return undefined;
  // After a crash a primary shows commits that its synchronous standby has not confirmed. With a lock the commit of this
  // transaction waits for the standby, so a replay acknowledges nothing that the loss of the primary would undo.
  if (engine === 'postgresql')
    yield sql`SELECT 1 FROM "idempotency_keys" WHERE "actor_id" = ${actorId} AND "key" = ${key} FOR UPDATE`;
  return { result: yield* storedResult<Result>(actorId, key, hash), isReplay: true };
}

/** Stores an answer with its key on PostgreSQL if `written` has a row. A stored key, also an old one, makes it fail. */
export const storedAnswer = (
  written: Statement,
  { actorId, key = '', hash = '' }: IdempotentRequest,
  result: unknown,
): Statement => compose`
  INSERT INTO "idempotency_keys" ("actor_id", "key", "hash", "stored_at", "answer")
  SELECT ${actorId ?? 0n}, ${key}, ${hash}, (${clocks.postgresql}), ${serialize(result)} FROM ${written}`;

function* storeResult({ actorId, key }: IdempotentRequest, result: unknown): Steps<void> {
  if (key === undefined) return;
  yield sql`
    UPDATE "idempotency_keys" SET "answer" = ${serialize(result)}
    WHERE "actor_id" = ${actorId ?? 0n} AND "key" = ${key}`;
}

function* storedResult<Result>(actorId: bigint, key: string, hash: string): Steps<Result> {
  const [known] = yield* query<{ hash: string; answer: string | null }>(sql`
    SELECT "hash", "answer" FROM "idempotency_keys" WHERE "actor_id" = ${actorId} AND "key" = ${key}`);
  if (known && known.hash !== hash)
    throw new StoreError(
      'badRequest',
      `the Idempotency-Key "${key}" was used for another request; use a new key for each request`,
    );
  if (!known?.answer) throw new Error('the answer to a request is not there');
  return deserialize(known.answer) as Result;
}

export async function purge(db: Database, limit: number): Promise<number> {
  const storedAt = { lte: (await currentTime(db)) - keyRetention };
  return (await db.prisma.idempotencyKey.deleteMany({ where: { storedAt }, limit })).count;
}

/** JSON with an object for each int64. No other stored value has the key of that object. */
const serialize = (result: unknown): string =>
  JSON.stringify(result ?? null, (_key, value) =>
    typeof value === 'bigint' ? { int64: String(value) } : value,
  );

const deserialize = (text: string): unknown =>
  JSON.parse(text, (_key, value: { int64?: string } | null) =>
    typeof value?.int64 === 'string' ? BigInt(value.int64) : value,
  );
