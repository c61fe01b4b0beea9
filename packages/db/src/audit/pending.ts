// SQL by hand: for PostgreSQL alone, so that its table has no model (docs/decisions/0006).
import type { Database } from '../database.ts';
import { clocks } from '../engine/stamp.ts';
import { compose, type Statement, sql } from '../engine/statement.ts';
import { runWithin } from '../engine/transaction.ts';
import { ask, type Steps, type Unit } from '../engine/unit.ts';
import { chain, type Line, lineOf } from './chain.ts';
import type { AuditEvent } from './event.ts';

/** On PostgreSQL: writes down an event within a unit, to be given its place later. */
export function* leavePending(event: AuditEvent): Steps<void> {
  yield compose`INSERT INTO "audit_pending" ${columns} SELECT ${valuesOf(event)}`;
}

/** On PostgreSQL: the statement, which returns the rows that it wrote, and the event along with it where there is one. */
export const withEvent = (statement: Statement, event: AuditEvent): Statement => compose`
  WITH "written" AS (${statement}), "told" AS (
    INSERT INTO "audit_pending" ${columns} SELECT ${valuesOf(event)} FROM "written" LIMIT 1)
  SELECT * FROM "written"`;

const columns = sql`("at", "action", "actor_id", "subject", "request_id", "address")`;

function valuesOf(event: AuditEvent): Statement {
  const { action, actorId, subject, requestId, address } = lineOf(event);
  return compose`(${clocks.postgresql}), ${action}, ${actorId}, ${subject}, ${requestId}, ${address}`;
}

/** How many lines are given their places in one go. */
const pieceMax = 1_000;

/**
 * Gives the events that wait on PostgreSQL their places in the chain, one process at a time: if each write did so itself,
 * it would have to wait for the one before. On SQLite there is nothing to do.
 * @returns how many those were; 0 too where another process is at it
 */
export async function chainPending(db: Database): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  // On an idle store a query and no transaction, which would be counted as a write.
  if ((await db.query(sql`SELECT 1 FROM "audit_pending" LIMIT 1`)).length === 0) return 0;
  return chainPieces((unit) => db.transaction((tx) => runWithin(db.engine, tx, unit())));
}

/** The same, piece by piece, with what runs a unit in a transaction of its own. */
export async function chainPieces(transact: (unit: Unit<number>) => Promise<number>): Promise<number> {
  let chained = 0;
  for (let piece = pieceMax; piece === pieceMax; chained += piece) piece = await transact(chainPiece);
  return chained;
}

function* chainPiece(): Steps<number> {
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
