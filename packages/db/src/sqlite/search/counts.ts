// SQL by hand: counts all plants, in a thread that has no Prisma Client (docs/decisions/0006).

import { fold } from '@plant-store/schema/fold';
import { numberedTagsMax } from '@plant-store/schema/without-zod';
import { allOf, compose, query, type Steps, sql } from '../../core/sql.ts';
import type { PlantFilter, PlantStatistics, TagCount, WeekCount } from '../../database/plant-search.ts';
import { mondayMicroseconds, weekMicroseconds } from '../../search/plant-filter.ts';
import { candidates, countMatches, matchOf } from './candidates.ts';
import { conditionsOf } from './conditions.ts';

// These functions read much of the store, so they run in the thread for long reads.

/** The maximum number of FTS5 matches to read one by one. More matches need a scan of the name index. */
const manyMatches = 20_000n;

export function* countPlants(filter: PlantFilter): Steps<bigint> {
  const conditions = allOf(conditionsOf(filter));
  const { exact } = matchOf(filter);
  const isByWords =
    filter.words.length > 0 && (yield* countMatches(exact, filter, manyMatches + 1n)) <= manyMatches;
  const [row] = yield* query<{ count: bigint }>(
    isByWords
      ? compose`
          SELECT count(*) AS "count" FROM (${candidates(exact, filter, manyMatches)}) AS "c"
          CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp" WHERE ${conditions}`
      : compose`SELECT count(*) AS "count" FROM "plants" AS "p" WHERE ${conditions}`,
  );
  return row?.count ?? 0n;
}

export function* tagCounts({ words, limit }: { words: string[]; limit: number }): Steps<TagCount[]> {
  const all = yield* query<TagCount>(sql`
    SELECT "tag", count(*) AS "count" FROM "plants" WHERE "tag" IS NOT NULL GROUP BY "tag" ORDER BY "count" DESC, "tag"`);
  const found: TagCount[] = [];
  for (const tag of all) {
    if (found.length === limit) break;
    const folded = words.length > 0 ? ` ${fold(tag.tag)}` : '';
    if (words.every((word) => folded.includes(` ${word}`))) found.push(tag);
  }
  return found;
}

export function* plantStatistics(): Steps<PlantStatistics> {
  const [all] = yield* query<{ total: bigint }>(sql`SELECT count(*) AS "total" FROM "plants"`);
  const [none] = yield* query<{ untagged: bigint }>(
    sql`SELECT count(*) AS "untagged" FROM "plants" WHERE "tag" IS NULL`,
  );
  const byTag = yield* query<TagCount>(sql`
    SELECT "tag", count(*) AS "count" FROM "plants" WHERE "tag" IS NOT NULL
    GROUP BY "tag" ORDER BY "count" DESC, "tag" LIMIT ${BigInt(numberedTagsMax)}`);
  // The division rounds towards 0, which is correct for all timestamps after 1969.
  const byWeek = yield* query<WeekCount>(sql`
    SELECT ("added_at" - ${mondayMicroseconds}) / ${weekMicroseconds} AS "week", count(*) AS "count"
    FROM "plants" GROUP BY 1 ORDER BY 1`);
  return { total: all?.total ?? 0n, untagged: none?.untagged ?? 0n, byTag, byWeek };
}
