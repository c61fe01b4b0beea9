// SQL by hand: window functions; it runs in a thread that has no Prisma Client (docs/decisions/0006).
import { type ActorColumns, actorColumns } from '../access/actors.ts';
import type { Engine } from '../engine/engine.ts';
import { forever, now } from '../engine/stamp.ts';
import { compose, type Statement } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import type { Version } from './version.ts';

/** A place in the trash, which is ordered from what was deleted last to what was first. */
export type TrashPlace = { purgedAt: bigint; id: bigint };
/** Up to `limit` plants of the trash, from the one after `after` on. */
export type TrashPage = { limit: number; after?: TrashPlace | undefined };
export type TrashedVersion = Pick<Version, 'id' | 'name' | 'tag' | 'changedAt'> &
  ActorColumns & { purgedAt: bigint };
/** What is on a page, and where to go on, if there may be more. */
export type TrashFound = { plants: TrashedVersion[]; next: TrashPlace | undefined };

/**
 * How many deletions are looked at for one page, which takes some 30 ms. A plant that was added again since is not to be
 * had back from here, and there may be a million of those: a page then has fewer plants than it could, or none.
 */
const lookedMax = 20_000;

/** A page of the trash. */
export function* trashPage(engine: Engine, page: TrashPage): Steps<TrashFound> {
  const time = yield* now(engine);
  const near = yield* look(time, page, page.limit + 1);
  return near.next && near.plants.length < page.limit ? yield* look(time, page, lookedMax) : near;
}

/** As much of a page as is among the first `most` deletions. */
function* look(time: bigint, { limit, after }: TrashPage, most: number): Steps<TrashFound> {
  const rows = yield* ask<Looked>(looked(time, after, BigInt(most), BigInt(limit + 1)));
  const plants = rows.filter(({ isThere }) => isThere === 1n);
  const page = plants.slice(0, limit);
  const last = plants.length > limit ? page.at(-1) : rows.find(({ n }) => n === BigInt(most));
  return { plants: page, next: last && { purgedAt: last.purgedAt, id: last.id } };
}

type Looked = TrashedVersion & { n: bigint; isThere: bigint };

/**
 * Looks at up to `most` deletions: gives up to `limit` of those that can be had back, and the last one that it looked at
 * in any case, unless it comes after those.
 */
const looked = (
  time: bigint,
  after: TrashPlace | undefined,
  most: bigint,
  limit: bigint,
): Statement => compose`
  SELECT "looked".*, ${actorColumns} FROM (
    SELECT "plant_id" AS "id", "name", "tag", "changed_at" AS "changedAt", "purged_at" AS "purgedAt", "actor_id" AS "actorId",
      row_number() OVER (ORDER BY "purged_at" DESC, "plant_id" DESC) AS "n",
      CASE WHEN EXISTS (SELECT 1 FROM "plants" WHERE "plants"."id" = "plant_id")
        OR EXISTS (SELECT 1 FROM "plant_versions" AS "later"
          WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at")
        THEN CAST(0 AS BIGINT) ELSE 1 END AS "isThere"
    FROM (SELECT * FROM "plant_versions"
      WHERE "purged_at" > ${time} AND ("purged_at", "plant_id") < (${after?.purgedAt ?? forever}, ${after?.id ?? 0n})
      ORDER BY "purged_at" DESC, "plant_id" DESC LIMIT ${most}) AS "v"
  ) AS "looked" LEFT JOIN "actors" ON "actors"."id" = "actorId"
  WHERE "isThere" = 1 OR "n" = ${most}
  ORDER BY "purgedAt" DESC, "looked"."id" DESC LIMIT ${limit}`;
