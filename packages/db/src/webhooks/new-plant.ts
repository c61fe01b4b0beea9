// SQL by hand: versions and audit entries must be of the same moment (docs/decisions/0006).
import { compose, type Statement, sql } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns, versionedColumns } from '../core/plant-columns.ts';
import type { Event } from '../events/events.ts';
import { fromPosition } from '../events/position.ts';
import type { Database } from '../handle/database.ts';
import { changes, toStoredPlant } from '../plants/version.ts';

/** The plant of an event as it was first stored; `undefined` if the event is of no new plant, or if it was purged. */
export async function newPlant(db: Database, event: Event): Promise<StoredPlant | undefined> {
  if (event.type !== 'plant.created') return undefined;
  let found = await db.query<PlantValues>(additionsOf(event, sql`0`));
  // The same id was added alone several times.
  if (found.length > 1) found = await db.query<PlantValues>(additionsOf(event, laterAdditions(db, event)));
  return found[0] && toStoredPlant(found[0]);
}

/**
 * The two newest first versions that the receipt of an event made of its plant, or that were added alone, after so many
 * newer ones. It is one statement, as a change moves a version.
 */
function additionsOf({ id, receipt }: Event, newer: Statement): Statement {
  const isOfReceipt = receipt === undefined ? sql`"receipt_id" IS NULL` : sql`"receipt_id" = ${receipt}`;
  return compose`
    SELECT * FROM (
      SELECT ${plantColumns}, "added_at" AS "stamp" FROM "plants"
      WHERE "id" = ${id} AND coalesce("change", 0) = ${changes.created} AND ${isOfReceipt}
      UNION ALL
      SELECT ${versionedColumns}, "changed_at" FROM "plant_versions"
      WHERE "plant_id" = ${id} AND "change" = ${changes.created} AND ${isOfReceipt}) AS "added"
    ORDER BY "stamp" DESC LIMIT 2 OFFSET ${newer}`;
}

/** A purge takes the oldest versions, so those that are left are counted from the newest one on. */
function laterAdditions({ engine }: Database, { id, position }: Event): Statement {
  const isAddition = sql`"action" = 'plants.create' AND "subject" = ${String(id)}`;
  const chained = compose`
    (SELECT count(*) FROM "audit_entries" WHERE "number" > ${fromPosition(position).number} AND ${isAddition})`;
  return engine === 'sqlite'
    ? chained
    : compose`(${chained} + (SELECT count(*) FROM "audit_pending" WHERE ${isAddition}))`;
}
