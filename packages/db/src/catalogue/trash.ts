import { type StoredPlant, StoreError } from '@plant-store/schema';
import { type Actor, actorOf } from '../access/actors.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { dateOf, now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask } from '../engine/unit.ts';
import { longWork } from '../thread/long-work.ts';
import type { Asked } from './asked.ts';
import { askedBy, type By, replayed, stepsOnce } from './once.ts';
import { idTaken } from './refusals.ts';
import type { TrashedVersion, TrashPage, TrashPlace } from './trash-page.ts';
import { present } from './version.ts';
import { versionsOf } from './version-reads.ts';
import { digAll, type Tombstone } from './version-writes.ts';

/** A plant in the trash: who deleted it and when, and when it is gone for good. */
export type TrashedPlant = {
  plant: StoredPlant;
  deletedAt: Date;
  deletedBy: Actor | undefined;
  purgedAt: Date;
};
/**
 * Up to `limit` plants of the trash, deleted last first, from the one after `after` on; and where to go on. There may be
 * more although these are fewer, or none.
 */
export async function list(
  db: Database,
  page: TrashPage,
): Promise<{ plants: TrashedPlant[]; next: TrashPlace | undefined }> {
  let found = await db.find.trash(page);
  for (let looks = 1; found.plants.length === 0 && found.next && looks < looksMax; looks++)
    found = await db.find.trash({ ...page, after: found.next });
  return { plants: found.plants.map(trashedPlant), next: found.next };
}

/** How often it is looked further on for a page on which there is something. */
const looksMax = 10;

const trashedPlant = ({ changedAt, purgedAt, ...row }: TrashedVersion): TrashedPlant => ({
  plant: present(row),
  deletedAt: dateOf(changedAt),
  deletedBy: actorOf(row),
  purgedAt: dateOf(purgedAt),
});

/**
 * Takes a plant out of the trash, as it was, to the place in the list that it had.
 * @throws StoreError `notFound` when it is not there, `idTaken` when a plant was added under its id since
 */
export const restore = async (db: Database, id: bigint, by: By = {}): Promise<StoredPlant> =>
  replayed(by, await db.transact(restoreOnce, { id, asked: askedBy(by) }));

/** @public the thread that writes finds it by its name */
export const restoreOnce = longWork(
  import.meta.url,
  'restoreOnce',
  ({ id, asked }: { id: bigint; asked: Asked }, { engine }) =>
    stepsOnce(engine, asked, function* () {
      const time = yield* now(engine);
      const [deleted] = yield* ask<Tombstone>(sql`
        SELECT "plant_id" AS "id", "name", "tag", "added_at" AS "addedAt", "changed_at" AS "changedAt"
        FROM "plant_versions" WHERE "plant_id" = ${id} AND "purged_at" > ${time} ORDER BY "changed_at" DESC LIMIT 1`);
      if (!deleted) throw new StoreError('notFound', `no plant with the id ${id} is in the trash`);
      if (!(yield* digAll(engine, [deleted], { actorId: asked.actorId, time })).has(id))
        throw idTaken(id, (yield* versionsOf(engine, [id])).get(id));
      yield* record(engine, { action: 'plants.restore', subject: String(id), by: asked });
      return present(deleted);
    }),
);

/** Forgets up to `limit` plants for good that were in the trash for long enough, with their history. Returns how many. */
export const purge = (db: Database, limit: number): Promise<number> =>
  db.transact(function* () {
    const time = yield* now(db.engine);
    const gone = yield* ask<{ purgedAt: bigint | null }>(sql`
      DELETE FROM "plant_versions" WHERE ("plant_id", "changed_at") IN (
        SELECT "earlier"."plant_id", "earlier"."changed_at"
        FROM (SELECT "plant_id", "changed_at" FROM "plant_versions"
          WHERE "purged_at" <= ${time} ORDER BY "purged_at", "plant_id" LIMIT ${BigInt(limit)}) AS "last"
        JOIN "plant_versions" AS "earlier"
          ON "earlier"."plant_id" = "last"."plant_id" AND "earlier"."changed_at" <= "last"."changed_at")
      RETURNING "purged_at" AS "purgedAt"`);
    const purged = gone.filter(({ purgedAt }) => purgedAt !== null).length;
    if (purged > 0) yield* record(db.engine, { action: 'plants.purge', subject: `${purged} plants`, by: {} });
    return purged;
  });
