// SQL by hand: the table exists on PostgreSQL alone, so it has no model (docs/decisions/0006).

import { clocks, compose, query, type Statement, type Steps, sql, unitOfWork } from '@plant-store/engine';
import type { AuditEvent } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { chain, type EntryValues, entryValuesOf, jsonOf } from './chain.ts';

export function* recordPending(events: AuditEvent[]): Steps<void> {
  const rows = jsonOf(events.map(entryValuesOf));
  yield compose`
    INSERT INTO "audit_pending" ${columns}
    SELECT (${clocks.postgresql}), "events".* FROM json_to_recordset(${rows}::json)
      AS "events" ("action" TEXT, "actorId" BIGINT, "subject" TEXT, "requestId" TEXT, "address" TEXT)`;
}

/** Records an event on PostgreSQL if `written`, the rows of a statement, has one: after the locks of that statement. */
export const recordAfter = (written: Statement, event: AuditEvent): Statement =>
  compose`INSERT INTO "audit_pending" ${columns} SELECT ${valuesOf(event)} FROM ${written} LIMIT 1`;

const columns = sql`("at", "action", "actor_id", "subject", "request_id", "address")`;

function valuesOf(event: AuditEvent): Statement {
  const { action, actorId, subject, requestId, address } = entryValuesOf(event);
  return compose`(${clocks.postgresql}), ${action}, ${actorId}, ${subject}, ${requestId}, ${address}`;
}

const batchMax = 1_000;

/** Chains pending events, in one process at a time: writes would wait for each other. 0 also while another does it. */
export async function chainPending(db: Database): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  // A transaction would count as a write, so an idle store runs only a query.
  if ((await db.query(sql`SELECT 1 FROM "audit_pending" LIMIT 1`)).length === 0) return 0;
  let chained = 0;
  for (let count = batchMax; count === batchMax; chained += count)
    count = await db.transact(chainUnit, undefined);
  return chained;
}

/** The seconds for which the oldest pending event has waited; 0 if none waits. */
export async function lagSeconds(db: Database): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  const [oldest] = await db.query<{ waited: bigint }>(compose`
    SELECT greatest((${clocks.postgresql}) - "at", 0) AS "waited" FROM "audit_pending" ORDER BY "id" LIMIT 1`);
  return Number(oldest?.waited ?? 0n) / 1e6;
}

const chainUnit = unitOfWork(import.meta.url, 'chainUnit', () => chainBatch());

export function* chainAll(): Steps<void> {
  while ((yield* chainBatch()) === batchMax);
}

function* chainBatch(): Steps<number> {
  const [turn] = yield* query<{ isOurs: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtext('plant-store audit'), '"audit_pending"'::regclass::oid::int) AS "isOurs"`,
  );
  if (!turn?.isOurs) return 0;
  // A lower id may be committed later, but not of an earlier write of the same plant: that held its lock until its commit.
  const taken = yield* query<EntryValues & { id: bigint }>(sql`
    DELETE FROM "audit_pending" WHERE "id" IN (SELECT "id" FROM "audit_pending" ORDER BY "id" LIMIT ${BigInt(batchMax)})
    RETURNING "id", "at", "action", "actor_id" AS "actorId", "subject", "request_id" AS "requestId", "address"`);
  if (taken.length === 0) return 0;
  taken.sort((one, other) => Number(one.id - other.id));
  yield* chain('postgresql', taken);
  return taken.length;
}
