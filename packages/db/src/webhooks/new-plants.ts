// SQL by hand: versions and audit entries must be of the same moment (docs/decisions/0006).
import { compose, type Statement, sql } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns, plantColumnsOf, versionedColumns } from '../core/plant-columns.ts';
import { type Event, entryOf } from '../events/events.ts';
import type { Database } from '../handle/database.ts';
import { idRows } from '../plants/json-rows.ts';
import { changes, toStoredPlant } from '../plants/version.ts';

/** A first version, and the number of newer ones of its id that the same action or single additions made. */
type Addition = PlantValues & { newer: bigint };

/** The new plants of a page of events by position, as they were first stored, without those that were purged. */
export async function newPlants(db: Database, page: Event[]): Promise<Map<string, StoredPlant>> {
  const found = new Map<string, StoredPlant>();
  const added = page.filter(({ type }) => type === 'plant.created');
  for (const [receipt, events] of Map.groupBy(added, (event) => event.receipt)) {
    const byId = Map.groupBy(events, ({ id }) => id);
    const ids = idRows(db.engine, [...byId.keys()]);
    let rows = await db.query<Addition>(additions(ids, events));
    // The same id was added alone several times.
    if (receipt === undefined && rows.some(({ newer }) => newer > 0n))
      rows = await db.query<Addition>(additions(ids, events, laterAdditions(db, ids, events)));
    for (const { newer, ...plant } of rows) {
      const event = byId.get(plant.id)?.at(-1 - Number(newer));
      if (event) found.set(event.position, toStoredPlant(plant));
    }
  }
  return found;
}

/**
 * `newer` does not count those that are `later` than the events. It is one statement, as a change moves a version. Without
 * statistics PostgreSQL would take additions for rare, and read whole tables for them, so they are chosen last.
 */
function additions(ids: Statement, events: Event[], later = none): Statement {
  const [{ receipt } = {}] = events;
  const isOfReceipt = receipt === undefined ? sql`"receipt_id" IS NULL` : sql`"receipt_id" = ${receipt}`;
  const isAddition = compose`coalesce("change", 0) = ${changes.created} AND ${isOfReceipt} AS "isAddition"`;
  return compose`
    SELECT * FROM (
      SELECT ${plantColumns}, "isAddition", count(*) FILTER (WHERE "isAddition")
        OVER (PARTITION BY "id" ORDER BY "stamp" DESC) - 1 - coalesce("count", 0) AS "newer"
      FROM (
        SELECT ${plantColumnsOf('plants')}, "added_at" AS "stamp", ${isAddition}
        FROM ${ids} JOIN "plants" ON "plants"."id" = "input"."id"
        UNION ALL
        SELECT ${versionedColumns}, "changed_at", ${isAddition}
        FROM ${ids} JOIN "plant_versions" ON "plant_id" = "input"."id") AS "version"
      LEFT JOIN (${later}) AS "later" ON "subject" = CAST("id" AS TEXT)) AS "counted"
    WHERE "isAddition" AND "newer" BETWEEN 0 AND ${BigInt(events.length)}`;
}

const none = sql`SELECT NULL AS "subject", 0 AS "count"`;

/**
 * A purge takes the oldest versions, so those that are left are counted from the newest one on. The log has no index of
 * ids: one look at the rest of it serves all events.
 */
function laterAdditions({ engine }: Database, ids: Statement, events: Event[]): Statement {
  const last = entryOf(events.at(-1)?.position ?? '');
  const isAddition = compose`"action" = 'plants.create' AND "subject" IN (SELECT CAST("id" AS TEXT) FROM ${ids})`;
  const chained = compose`SELECT "subject" FROM "audit_entries" WHERE "number" > ${last} AND ${isAddition}`;
  const pending = compose`SELECT "subject" FROM "audit_pending" WHERE ${isAddition}`;
  const all = engine === 'sqlite' ? chained : compose`${chained} UNION ALL ${pending}`;
  return compose`SELECT "subject", count(*) AS "count" FROM (${all}) AS "all" GROUP BY "subject"`;
}
