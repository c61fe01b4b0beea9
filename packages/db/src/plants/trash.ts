// SQL by hand: restoring a plant is a unit, like deleting a plant (docs/decisions/0006).

import { compose, currentTime, dateOf, now, query, unitOfWork } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import { record, recordWithin } from '../audit/record.ts';
import { type Actor, actorFromColumns } from '../core/actors.ts';
import { versionedColumns } from '../core/plant-columns.ts';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import type { ReadBy, TrashedVersion, TrashPosition, TrashQuery } from '../handle/plant-search.ts';
import { reportReplay, requestOf, withIdempotency } from '../idempotency/idempotency.ts';
import { duplicateId } from './duplicate-id.ts';
import { toStoredPlant } from './version.ts';
import { versionsOf } from './version-reads.ts';
import { type DeletedPlant, latestOf, restoreAllFromTrash } from './version-writes.ts';

export type TrashedPlant = {
  plant: StoredPlant;
  deletedAt: Date;
  deletedBy: Actor | undefined;
  purgedAt: Date;
};
/** Last deleted first, after the position `after`. A page may be short although more plants follow. */
export async function list(
  db: Database,
  page: TrashQuery,
  by?: ReadBy,
): Promise<{ plants: TrashedPlant[]; next: TrashPosition | undefined }> {
  let found = await db.search.trash(page, by);
  for (let scans = 1; found.plants.length === 0 && found.next && scans < scansMax; scans++)
    found = await db.search.trash({ ...page, after: found.next }, by);
  return { plants: found.plants.map(toTrashedPlant), next: found.next };
}

const scansMax = 10;

const toTrashedPlant = ({ changedAt, purgedAt, ...row }: TrashedVersion): TrashedPlant => ({
  plant: toStoredPlant(row),
  deletedAt: dateOf(changedAt),
  deletedBy: actorFromColumns(row),
  purgedAt: dateOf(purgedAt),
});

/** Restores a plant, at its old place in the list. @throws StoreError `notFound`, or `idTaken` by a new plant */
export const restore = async (db: Database, id: bigint, by: IdempotentInitiator = {}): Promise<StoredPlant> =>
  reportReplay(by, await db.transact(restoreFromTrashUnit, { id, request: requestOf(by) }));

/** @public the write thread imports it by name */
export const restoreFromTrashUnit = unitOfWork(
  import.meta.url,
  'restoreFromTrashUnit',
  ({ id, request }: { id: bigint; request: IdempotentRequest }, { engine }) =>
    withIdempotency(engine, request, function* () {
      const time = yield* now(engine);
      const [deleted] = yield* query<DeletedPlant>(compose`
        SELECT ${versionedColumns}, "changed_at" AS "changedAt", ${latestOf('plant_versions')}
        FROM "plant_versions" WHERE "plant_id" = ${id} AND "purged_at" > ${time} ORDER BY "changed_at" DESC LIMIT 1`);
      if (!deleted) throw new StoreError('notFound', `no plant with the id ${id} is in the trash`);
      if (!(yield* restoreAllFromTrash(engine, [deleted], { actorId: request.actorId, time })).has(id))
        throw duplicateId(id, (yield* versionsOf(engine, [id])).get(id));
      yield* record(engine, { action: 'plants.restore', subject: String(id), by: request });
      return toStoredPlant(deleted);
    }),
);

/** Deletes up to `limit` expired plants of the trash with their history; gives their number. */
export async function purge(db: Database, limit: number): Promise<number> {
  const deletions = await db.prisma.plantVersion.findMany({
    where: { purgedAt: { lte: await currentTime(db) } },
    select: { plantId: true, changedAt: true },
    orderBy: [{ purgedAt: 'asc' }, { plantId: 'asc' }],
    take: limit,
  });
  if (deletions.length === 0) return 0;
  const earlier = deletions.map(({ plantId, changedAt }) => ({ plantId, changedAt: { lt: changedAt } }));
  return db.transaction(async (tx) => {
    // Another process may delete the same rows.
    const { count } = await tx.plantVersion.deleteMany({ where: { OR: deletions } });
    await tx.plantVersion.deleteMany({ where: { OR: earlier } });
    const event = { action: 'plants.purge', subject: `${count} plants`, by: {} } as const;
    if (count > 0) await recordWithin(db, tx, event);
    return count;
  });
}
