import { type StoredPlant, StoreError } from '@plant-store/schema';
import type { Database } from '../database.ts';
import { dateOf, forever, now, stampOf } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask } from '../engine/unit.ts';
import type { By } from './once.ts';
import { once } from './once.ts';
import { idTaken } from './refusals.ts';
import { present, type Version } from './version.ts';
import { digAll, type Tombstone, versionsOf } from './version-writes.ts';

/** A plant in the trash: who deleted it and when, and when it is gone for good. */
export type TrashedPlant = { plant: StoredPlant; deletedAt: Date; deletedBy: string | null; purgedAt: Date };
/** A place in the trash, which is ordered from what was deleted last to what was first. */
export type Position = { purgedAt: bigint; id: bigint };

type Row = Pick<Version, 'id' | 'name' | 'tag' | 'changedAt'> & { purgedAt: bigint; actor: string | null };

/** Up to `limit` plants of the trash, deleted last first, from the one after `after` on; and where to go on. */
export async function list(
  db: Database,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ plants: TrashedPlant[]; next: Position | undefined }> {
  const present = stampOf(new Date());
  // A plant that was added again since, and maybe deleted again, is not to be had back from here.
  const rows = await db.query<Row>(sql`
    SELECT "plant_id" AS "id", "v"."name", "tag", "changed_at" AS "changedAt", "purged_at" AS "purgedAt", "actors"."name" AS "actor"
    FROM "plant_versions" AS "v" LEFT JOIN "actors" ON "actors"."id" = "actor_id"
    WHERE "purged_at" > ${present}
      AND ("purged_at", "plant_id") < (${after?.purgedAt ?? forever}, ${after?.id ?? 0n})
      AND NOT EXISTS (SELECT 1 FROM "plants" WHERE "plants"."id" = "plant_id")
      AND NOT EXISTS (SELECT 1 FROM "plant_versions" AS "later"
        WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at")
    ORDER BY "purged_at" DESC, "plant_id" DESC LIMIT ${BigInt(limit + 1)}`);
  const page = rows.slice(0, limit);
  return { plants: page.map(trashedPlant), next: rows.length > limit ? page.at(-1) : undefined };
}

const trashedPlant = ({ changedAt, purgedAt, actor, ...plant }: Row): TrashedPlant => ({
  plant: present(plant),
  deletedAt: dateOf(changedAt),
  deletedBy: actor,
  purgedAt: dateOf(purgedAt),
});

/**
 * Takes a plant out of the trash, as it was, to the place in the list that it had.
 * @throws StoreError `notFound` when it is not there, `idTaken` when a plant was added under its id since
 */
export const restore = (db: Database, id: bigint, by: By = {}): Promise<StoredPlant> =>
  db.transact(
    once(db, by, function* () {
      const time = yield* now(db.engine);
      const [deleted] = yield* ask<Tombstone>(sql`
        SELECT "plant_id" AS "id", "name", "tag", "added_at" AS "addedAt", "changed_at" AS "changedAt"
        FROM "plant_versions" WHERE "plant_id" = ${id} AND "purged_at" > ${time} ORDER BY "changed_at" DESC LIMIT 1`);
      if (!deleted) throw new StoreError('notFound', `no plant with the id ${id} is in the trash`);
      if ((yield* digAll(db.engine, [deleted], { ...by, time })).has(id)) return present(deleted);
      throw idTaken(id, (yield* versionsOf(db.engine, [id])).get(id));
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
    return gone.filter(({ purgedAt }) => purgedAt !== null).length;
  });
