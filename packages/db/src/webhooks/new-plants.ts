// SQL by hand: versions and audit entries must be of the same moment (docs/decisions/0006).
import { compose, type Statement, sql } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns, versionedColumns } from '../core/plant-columns.ts';
import type { Event } from '../events/events.ts';
import { fromPosition } from '../events/position.ts';
import type { Database } from '../handle/database.ts';
import { keyRows } from '../plants/json-rows.ts';
import { changes, toStoredPlant } from '../plants/version.ts';

type Creation = PlantValues & { receiptId: bigint | null; stamp: bigint };

/** The new plants among the events as they were first stored, by position. One that was purged since is left out. */
export async function newPlants(db: Database, events: Event[]): Promise<Map<string, StoredPlant>> {
  const created = events.filter(({ type }) => type === 'plant.created');
  const plants = new Map<string, StoredPlant>();
  if (created.length === 0) return plants;
  const ids = [...new Set(created.map(({ id }) => id))];
  const creations = Map.groupBy(await db.query<Creation>(creationsOf(db, ids)), ({ id }) => id);
  const receipts = await receiptsOf(db, created);
  for (const { position, id } of created) {
    const { number } = fromPosition(position);
    const receipt = receipts.get(number) ?? null;
    const ofEntry = (creations.get(id) ?? []).filter(({ receiptId }) => receiptId === receipt);
    const plant = ofEntry.length > 1 ? await amongSeveral(db, id, number) : ofEntry[0];
    if (plant) plants.set(position, toStoredPlant(plant));
  }
  return plants;
}

/** The first versions of plants, also of former plants with these ids. It is one statement, as a change moves a version. */
const creationsOf = ({ engine }: Database, ids: bigint[]): Statement => {
  const input = keyRows(
    engine,
    ids.map((id) => ({ id, changedAt: 0n })),
  );
  return compose`
    SELECT ${plantColumns}, "receipt_id" AS "receiptId", "added_at" AS "stamp" FROM "plants"
    WHERE "id" IN (SELECT "id" FROM ${input}) AND coalesce("change", 0) = ${changes.created}
    UNION ALL
    SELECT ${versionedColumns}, "receipt_id", "changed_at" FROM "plant_versions"
    WHERE "plant_id" IN (SELECT "id" FROM ${input}) AND "change" = ${changes.created}`;
};

/** The receipts of entries, by number. The position of an event of a receipt has the id of the plant too. */
async function receiptsOf({ prisma }: Database, events: Event[]): Promise<Map<bigint, bigint>> {
  const places = events.map(({ position }) => fromPosition(position));
  const numbers = [...new Set(places.filter(({ id }) => id !== undefined).map(({ number }) => number))];
  if (numbers.length === 0) return new Map();
  const entries = await prisma.auditEntry.findMany({ where: { number: { in: numbers } } });
  return new Map(
    entries.map(({ number, subject }) => [number, BigInt(subject?.replace('receipt ', '') ?? 0)]),
  );
}

/**
 * The plant of the entry `number`, which added it alone. Its id was added so several times, in the order of the entries
 * that are left: a purge takes the oldest versions.
 */
async function amongSeveral(db: Database, id: bigint, number: bigint): Promise<PlantValues | undefined> {
  const isCreation = sql`"action" = 'plants.create' AND "subject" = ${String(id)}`;
  const pending =
    db.engine === 'sqlite' ? sql`0` : compose`(SELECT count(*) FROM "audit_pending" WHERE ${isCreation})`;
  const rows = await db.query<Creation & { later: bigint }>(compose`
    SELECT "found".*, ${pending}
      + (SELECT count(*) FROM "audit_entries" WHERE "number" > ${number} AND ${isCreation}) AS "later"
    FROM (${creationsOf(db, [id])}) AS "found" WHERE "receiptId" IS NULL ORDER BY "stamp" DESC`);
  return rows[Number(rows[0]?.later ?? 0n)];
}
