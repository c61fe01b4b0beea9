// SQL by hand: who added a plant stands in the audit log (docs/decisions/0006).
import { compose, type Engine, type Statement, sql } from '@plant-store/engine';
import { int64Max } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';

/** The greatest distance from the last id to a free one. */
const reach = 100n;

/** Ids that follow each other, the last one included. */
type IdRange = [first: bigint, last: bigint];

/**
 * The free ones of the hundred ids above the one that the actor added last, not by a file or in bulk; or above the newest
 * plant of the store, if it added none lately. Numbers of trade items, such as EANs, are passed over: no series goes on
 * after them (docs/decisions/0042).
 */
export async function freeIds(db: Database, actorId: bigint): Promise<IdRange[]> {
  const idsOf = async (statement: Statement) =>
    (await db.query<{ id: bigint }>(statement)).map(({ id }) => id);
  const ids = [...(await idsOf(ownAdditions(db.engine, actorId))), ...(await idsOf(newestPlants))];
  const last = ids.find((id) => !isTradeItem(id)) ?? ids[0] ?? 0n;
  const end = last > int64Max - reach ? int64Max : last + reach;
  const taken = await idsOf(
    sql`SELECT "id" FROM "plants" WHERE "id" > ${last} AND "id" <= ${end} ORDER BY "id"`,
  );
  const free: IdRange[] = [];
  let first = last + 1n;
  for (const id of [...taken, end + 1n]) {
    if (first < id) free.push([first, id - 1n]);
    first = id + 1n;
  }
  return free;
}

const newestPlants = sql`SELECT "id" FROM "plants" ORDER BY "added_at" DESC, "id" DESC LIMIT 20`;

/** Newest first, from the last 1,000 entries of the log, where an import is one. */
const ownAdditions = (engine: Engine, actorId: bigint): Statement => compose`
  SELECT "plants"."id" FROM (${newestEntries[engine]}) AS "log" JOIN "plants" ON "plants"."id" = CAST("subject" AS BIGINT)
  WHERE "action" = 'plants.create' AND "log"."actor_id" = ${actorId} ORDER BY "isPending" DESC, "number" DESC`;

/** By a limit, and not by the number: PostgreSQL would expect a third of the log, and read it with parallel workers. */
const chained = sql`
  SELECT 0 AS "isPending", "number", "action", "actor_id", "subject" FROM "audit_entries" ORDER BY "number" DESC LIMIT 1000`;

const newestEntries: Record<Engine, Statement> = {
  sqlite: chained,
  postgresql: compose`(${chained}) UNION ALL SELECT 1, "id", "action", "actor_id", "subject" FROM "audit_pending"`,
};

/** True for an id of 8 to 14 digits with the check digit of GS1, as in EAN and UPC. */
function isTradeItem(id: bigint): boolean {
  if (id < 10_000_000n || id >= 100_000_000_000_000n) return false;
  const digits = [...String(id).padStart(14, '0')].map(Number);
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0;
}
