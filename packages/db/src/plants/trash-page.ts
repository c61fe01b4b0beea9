// SQL by hand: window functions; it runs in a thread that has no Prisma Client (docs/decisions/0006).

import { compose, type Engine, forever, now, query, type Statement, type Steps } from '@plant-store/engine';
import { actorColumns } from '../core/actors.ts';
import { versionedColumns } from '../core/plant-columns.ts';
import type { TrashedVersion, TrashPage, TrashPosition, TrashQuery } from '../handle/plant-search.ts';

/** The maximum number of deletions per page (30 ms). A page may be short, as ids that are in use again are left out. */
const scannedMax = 20_000;

export function* trashPage(engine: Engine, page: TrashQuery): Steps<TrashPage> {
  const time = yield* now(engine);
  const firstScan = yield* scan(time, page, page.limit + 1);
  return firstScan.next && firstScan.plants.length < page.limit
    ? yield* scan(time, page, scannedMax)
    : firstScan;
}

function* scan(time: bigint, { limit, after }: TrashQuery, rowsMax: number): Steps<TrashPage> {
  const rows = yield* query<ScannedVersion>(scanStatement(time, after, BigInt(rowsMax), BigInt(limit + 1)));
  const plants = rows.filter(({ isThere }) => isThere === 1n);
  const page = plants.slice(0, limit);
  const last = plants.length > limit ? page.at(-1) : rows.find(({ n }) => n === BigInt(rowsMax));
  return { plants: page, next: last && { purgedAt: last.purgedAt, id: last.id } };
}

type ScannedVersion = TrashedVersion & { n: bigint; isThere: bigint };

/** Reads up to `rowsMax` deletions. Gives up to `limit` restorable plants, and the last deletion that it read. */
const scanStatement = (
  time: bigint,
  after: TrashPosition | undefined,
  rowsMax: bigint,
  limit: bigint,
): Statement => compose`
  SELECT "scanned".*, ${actorColumns} FROM (
    SELECT ${versionedColumns}, "changed_at" AS "changedAt", "purged_at" AS "purgedAt", "actor_id" AS "actorId",
      row_number() OVER (ORDER BY "purged_at" DESC, "plant_id" DESC) AS "n",
      CASE WHEN EXISTS (SELECT 1 FROM "plants" WHERE "plants"."id" = "plant_id")
        OR EXISTS (SELECT 1 FROM "plant_versions" AS "later"
          WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at")
        THEN CAST(0 AS BIGINT) ELSE 1 END AS "isThere"
    FROM (SELECT * FROM "plant_versions"
      WHERE "purged_at" > ${time} AND ("purged_at", "plant_id") < (${after?.purgedAt ?? forever}, ${after?.id ?? 0n})
      ORDER BY "purged_at" DESC, "plant_id" DESC LIMIT ${rowsMax}) AS "v"
  ) AS "scanned" LEFT JOIN "actors" ON "actors"."id" = "actorId"
  WHERE "isThere" = 1 OR "n" = ${rowsMax}
  ORDER BY "purgedAt" DESC, "scanned"."id" DESC LIMIT ${limit}`;
