// SQL by hand: it is a step of units, and PostgreSQL has who comes second wait at the key (docs/decisions/0006).
import { StoreError } from '@plant-store/schema/plain';
import type { Doer } from '../audit/event.ts';
import type { Database } from '../database.ts';
import { currentTime, days, now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps, type Unit } from '../engine/unit.ts';
import type { Answer, Asked } from './asked.ts';

/** Who has something written, and as part of what. */
export type By = Doer & {
  /** That the same request may come again. */
  once?: Once | undefined;
};

/** A request that its sender may send again, not knowing whether it was answered. */
type Once = {
  /** The key that the sender chose for it. */
  key: string;
  /** The same for the same request, and different for any other. */
  hash: string;
  /** Is called when the request has been answered before, and that answer is given again. */
  onReplay(): void;
};

/** For how long an answer is kept. */
const kept = days(1);

export const askedBy = ({ actorId, origin, once: request }: By): Asked => ({
  actorId,
  origin,
  ...(request && { key: request.key, hash: request.hash }),
});

/** What was asked for; who asked is told if that is the answer to an earlier request. */
export function replayed<Result>({ once: request }: By, { result, isReplay }: Answer<Result>): Result {
  if (isReplay) request?.onReplay();
  return result;
}

/**
 * Does a unit once for each key of an actor: the second time, also at the same moment and over another process, it gives
 * what it gave the first time. The answer is stored with what the unit writes, all or nothing; that of a unit which
 * throws is not.
 * @throws StoreError `badRequest` when the key came with another request before.
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
  // One that comes at the same moment waits here until this one is done, and then finds its answer.
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

/** Forgets answers that are given no more, up to `limit` of them. Returns how many that were. */
export async function forget(db: Database, limit: number): Promise<number> {
  const storedAt = { lte: (await currentTime(db)) - kept };
  return (await db.prisma.idempotencyKey.deleteMany({ where: { storedAt }, limit })).count;
}

/** JSON, where an int64 is an object of its digits; nothing that is stored has a key of that name. */
const write = (result: unknown): string =>
  JSON.stringify(result ?? null, (_key, value) =>
    typeof value === 'bigint' ? { int64: String(value) } : value,
  );

const read = (text: string): unknown =>
  JSON.parse(text, (_key, value: { int64?: string } | null) =>
    typeof value?.int64 === 'string' ? BigInt(value.int64) : value,
  );
