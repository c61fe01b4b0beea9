// SQL by hand: the plants of a receipt stand in two tables (docs/decisions/0006).

import { compose } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns } from '../core/plant-columns.ts';
import type { Database } from '../handle/database.ts';
import { toStoredPlant } from './version.ts';
import { isOfReceipt } from './version-reads.ts';

/** The plants with these ids, in any order. Those that do not exist are left out. */
export async function getMany(db: Database, ids: bigint[]): Promise<StoredPlant[]> {
  const rows = await db.prisma.plant.findMany({ where: { id: { in: ids } } });
  return rows.map(toStoredPlant);
}

/** Up to `limit` plants that the receipt `id` added or changed, as they are now, by their ids, after the id `after`. */
export async function ofReceipt(
  db: Database,
  { id, after, limit }: { id: bigint; after?: bigint | undefined; limit: number },
): Promise<StoredPlant[]> {
  const place = { receipt: id, after };
  const count = BigInt(limit);
  // Each part is limited in the order of its index, as an import may have a million plants.
  const rows = await db.query<PlantValues>(compose`
    SELECT ${plantColumns} FROM "plants" WHERE "id" IN (
      SELECT "id" FROM (
        SELECT "id" FROM "plants" WHERE ${isOfReceipt(db.engine, 'id', place)}
        ORDER BY "receipt_id", "id" LIMIT ${count}) AS "present"
      UNION SELECT "plant_id" FROM (
        SELECT DISTINCT "receipt_id", "plant_id" FROM "plant_versions"
        WHERE ${isOfReceipt(db.engine, 'plant_id', place)}
          AND EXISTS (SELECT 1 FROM "plants" WHERE "plants"."id" = "plant_versions"."plant_id")
        ORDER BY "receipt_id", "plant_id" LIMIT ${count}) AS "earlier")
    ORDER BY "id" LIMIT ${count}`);
  return rows.map(toStoredPlant);
}
