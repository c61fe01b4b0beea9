import type { Database } from '../database.ts';
import type { Engine } from '../engine/engine.ts';
import { clocks } from '../engine/stamp.ts';
import { compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { chain, type Line, lineOf } from './chain.ts';
import type { AuditEvent } from './event.ts';

/** Writes down an event within the unit that does what it tells of: both are on disk, or neither is. */
export function* record(engine: Engine, event: AuditEvent): Steps<void> {
  if (engine === 'sqlite') return yield* chainEvents([event]);
  const { action, actorId, subject, requestId, address } = lineOf(event, 0n);
  yield compose`INSERT INTO "audit_pending" ${pendingColumns}
    VALUES ((${clocks.postgresql}), ${action}, ${actorId}, ${subject}, ${requestId}, ${address})`;
}

/** Writes down events on SQLite, where nobody else writes meanwhile. */
export const chainEvents = (events: AuditEvent[]): Steps<void> => {
  // The clock of this process is that of the database.
  const at = BigInt(Date.now()) * 1000n;
  return chain(
    'sqlite',
    events.map((event) => lineOf(event, at)),
  );
};

/** On PostgreSQL: the statement, which returns the rows that it wrote, and the event along with it where there is one. */
export function withEvent(statement: Statement, event: AuditEvent): Statement {
  const { action, actorId, subject, requestId, address } = lineOf(event, 0n);
  return compose`
    WITH "written" AS (${statement}), "told" AS (
      INSERT INTO "audit_pending" ${pendingColumns}
      SELECT (${clocks.postgresql}), ${action}, ${actorId}, ${subject}, ${requestId}, ${address} FROM "written" LIMIT 1)
    SELECT * FROM "written"`;
}

const pendingColumns = sql`("at", "action", "actor_id", "subject", "request_id", "address")`;

/** How many lines are given their places in one go. */
const pieceMax = 1_000;

/**
 * Gives events on PostgreSQL their places in the chain, one process at a time: within a transaction of its own each
 * write would have to wait for the one before. On SQLite there is nothing to do.
 * @returns how many those were; 0 too where another process is at it
 */
export async function number(db: Database): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  let numbered = 0;
  for (let piece = pieceMax; piece === pieceMax; numbered += piece) piece = await db.transact(numberPiece);
  return numbered;
}

function* numberPiece(): Steps<number> {
  const [turn] = yield* ask<{ isOurs: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtext('plant-store audit'), '"audit_pending"'::regclass::oid::int) AS "isOurs"`,
  );
  if (!turn?.isOurs) return 0;
  const taken = yield* ask<Line>(sql`
    DELETE FROM "audit_pending" WHERE "id" IN (SELECT "id" FROM "audit_pending" ORDER BY "at" LIMIT ${BigInt(pieceMax)})
    RETURNING "at", "action", "actor_id" AS "actorId", "subject", "request_id" AS "requestId", "address"`);
  if (taken.length === 0) return 0;
  taken.sort((one, other) => Number(one.at - other.at));
  yield* chain('postgresql', taken);
  return taken.length;
}
