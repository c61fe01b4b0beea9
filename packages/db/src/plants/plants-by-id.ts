// SQL by hand: the plants of a receipt stand in two tables (docs/decisions/0006).

import { compose } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns } from '../core/plant-columns.ts';
import type { Database } from '../handle/database.ts';
import { toStoredPlant } from './version.ts';
import { afterId } from './version-reads.ts';

/** The plants with these ids, in any order. Those that do not exist are left out. */
export async function getMany(db: Database, ids: bigint[]): Promise<StoredPlant[]> {
  const rows = await db.prisma.plant.findMany({ where: { id: { in: ids } } });
  return rows.map(toStoredPlant);
}

/** Up to `limit` plants that a receipt added or changed, as they are now, by their ids, after the id `after`. */
export async function ofReceipt(
  db: Database,
  { receipt, after, limit }: { receipt: bigint; after: bigint | undefined; limit: number },
): Promise<StoredPlant[]> {
  const rows = await db.query<PlantValues>(compose`
    SELECT ${plantColumns} FROM "plants" WHERE "id" IN (
      SELECT "id" FROM "plants" WHERE "receipt_id" = ${receipt}
      UNION SELECT "plant_id" FROM "plant_versions" WHERE "receipt_id" = ${receipt})
    AND ${afterId('id', after)} ORDER BY "id" LIMIT ${BigInt(limit)}`);
  return rows.map(toStoredPlant);
}
