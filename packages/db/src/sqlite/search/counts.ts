// SQL by hand: counts all plants, in a thread that has no Prisma Client (docs/decisions/0006).

import { allOf, compose, countIn, query, type Steps, sql } from '@plant-store/engine';
import { fold } from '@plant-store/schema/fold';
import { numberedTagsMax } from '@plant-store/schema/without-zod';
import type { ParsedFilter, PlantStatistics, TagCount, WeekCount } from '../../handle/plant-search.ts';
import { plantsByWeek } from '../../search/plant-conditions.ts';
import { candidates, countCandidates, matchOf } from './candidates.ts';
import { conditionsOf } from './conditions.ts';

// These functions read much of the store, so they run in the thread for long reads.

/** The maximum number of possible matches to read one by one. More matches need a scan of all plants. */
const manyMatches = 20_000n;

export function* countPlants(filter: ParsedFilter): Steps<bigint> {
  const conditions = allOf(conditionsOf(filter));
  const { exact } = matchOf(filter);
  const isByWords =
    filter.words.length > 0 && (yield* countCandidates(exact, filter, manyMatches + 1n)) <= manyMatches;
  return yield* countIn(
    isByWords
      ? compose`
          SELECT count(*) AS "count" FROM (${candidates(exact, filter, manyMatches)}) AS "c"
          CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp" WHERE ${conditions}`
      : compose`SELECT count(*) AS "count" FROM "plants" AS "p" WHERE ${conditions}`,
  );
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
  const total = yield* countIn(sql`SELECT count(*) AS "count" FROM "plants"`);
  const untagged = yield* countIn(sql`SELECT count(*) AS "count" FROM "plants" WHERE "tag" IS NULL`);
  const byTag = yield* query<TagCount>(sql`
    SELECT "tag", count(*) AS "count" FROM "plants" WHERE "tag" IS NOT NULL
    GROUP BY "tag" ORDER BY "count" DESC, "tag" LIMIT ${BigInt(numberedTagsMax)}`);
  return { total, untagged, byTag, byWeek: yield* query<WeekCount>(plantsByWeek) };
}
