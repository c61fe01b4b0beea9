// SQL by hand: it is a step of units, and PostgreSQL has who comes second wait at the key (docs/decisions/0006).
import { StoreError } from '@plant-store/schema/plain';
import { ask, type Steps, sql, type Unit } from '../core/sql.ts';
import { currentTime, days, now } from '../core/timestamp.ts';
import type { Doer } from '../database/audit-event.ts';
import type { Database } from '../database/database.ts';
import type { Answer, Asked } from '../database/idempotent-request.ts';

/** The actor, the origin and the idempotency key of a change. */
export type By = Doer & {
  once?: Once | undefined;
};

/** A request that its sender may repeat. */
type Once = {
  key: string;
  hash: string;
  /** Is called when the stored answer is given again. */
  onReplay(): void;
};

const kept = days(1);

export const askedBy = ({ actorId, origin, once: request }: By): Asked => ({
  actorId,
  origin,
  ...(request && { key: request.key, hash: request.hash }),
});

/** The result; the caller is told if it was stored. */
export function replayed<Result>({ once: request }: By, { result, isReplay }: Answer<Result>): Result {
  if (isReplay) request?.onReplay();
  return result;
}

/**
 * Runs a unit once per idempotency key of an actor; a repeat, also at the same time in another process, gets the stored
 * answer. The answer is stored in the transaction of the unit, unless the unit throws.
 * @throws StoreError `badRequest` when the key was used for another request
 */
export function* stepsOnce<Result>(
  engine: Database['engine'],
  { actorId: actor, key, hash = '' }: Asked,
  unit: Unit<Result>,
): Steps<Answer<Result>> {
  const actorId = actor ?? 0n;
  if (key === undefined) return { result: yield* unit(), isReplay: false };
  const time = yield* now(engine);
  yield sql`DELETE FROM "idempotency_keys" WHERE "actor_id" = ${actorId} AND "key" = ${key} AND "stored_at" <= ${time - kept}`;
  // A concurrent request waits here, and then finds the answer.
  const [taken] = yield* ask(sql`
    INSERT INTO "idempotency_keys" ("actor_id", "key", "hash", "stored_at")
    VALUES (${actorId}, ${key}, ${hash}, ${time}) ON CONFLICT DO NOTHING RETURNING "key"`);
  if (!taken) return { result: yield* answerOf<Result>(actorId, key, hash), isReplay: true };
  const result = yield* unit();
  yield sql`
    UPDATE "idempotency_keys" SET "answer" = ${write(result)} WHERE "actor_id" = ${actorId} AND "key" = ${key}`;
  return { result, isReplay: false };
}

function* answerOf<Result>(actorId: bigint, key: string, hash: string): Steps<Result> {
  const [known] = yield* ask<{ hash: string; answer: string | null }>(sql`
    SELECT "hash", "answer" FROM "idempotency_keys" WHERE "actor_id" = ${actorId} AND "key" = ${key}`);
  if (known && known.hash !== hash)
    throw new StoreError(
      'badRequest',
      `the Idempotency-Key "${key}" was sent with another request before; use a new key for each request`,
    );
  if (!known?.answer) throw new Error('the answer to a request is not there');
  return read(known.answer) as Result;
}

/** Deletes expired answers, up to `limit`; gives their number. */
export async function forget(db: Database, limit: number): Promise<number> {
  const storedAt = { lte: (await currentTime(db)) - kept };
  return (await db.prisma.idempotencyKey.deleteMany({ where: { storedAt }, limit })).count;
}

/** JSON with an int64 as an object of its digits; no stored value has a key of that name. */
const write = (result: unknown): string =>
  JSON.stringify(result ?? null, (_key, value) =>
    typeof value === 'bigint' ? { int64: String(value) } : value,
  );

const read = (text: string): unknown =>
  JSON.parse(text, (_key, value: { int64?: string } | null) =>
    typeof value?.int64 === 'string' ? BigInt(value.int64) : value,
  );
