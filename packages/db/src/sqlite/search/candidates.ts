// SQL by hand: the word index is a table of FTS5, which has no model (docs/decisions/0006).

import { allOf, compose, countIn, query, raw, type Statement, type Steps, sql } from '@plant-store/engine';
import type { IdRange } from '@plant-store/schema';
import { foldedOf } from '@plant-store/schema/fold';
import type { FoundPlant, ParsedFilter, PlantPageQuery } from '../../handle/plant-search.ts';
import { afterPosition, foundColumns, inIdRanges, orderBy } from '../../search/plant-conditions.ts';
import { conditionsOf } from './conditions.ts';

/** The maximum length of a prefix for which FTS5 has a list of plants (see the migration 0003_search). */
const listedLetters = 4;

/** Its words, a copy of the first with a mark, and the tag with two. FTS5 needs all of it again to remove the text. */
export const indexedText = (folded: Statement): Statement => compose`${folded}
  || ' ·' || substr(${folded}, 2, instr(substr(${folded}, 2) || ' ', ' '))
  || ' ··' || replace(substr(${folded}, instr(${folded}, char(10)) + 1), ' ', '·')`;

const tagAsWord = (tag: string | null) => {
  const folded = foldedOf({ name: '', tag });
  return `··${folded.slice(folded.indexOf('\n') + 1).replaceAll(' ', '·')}`;
};

/** `listed` is fast, as FTS5 has lists for it, but may match too much. For `exact` FTS5 first reads all matches. */
export function matchOf({ words, tag }: ParsedFilter): { listed: string; exact: string } {
  const ofTag = tag === undefined ? [] : [`"${tagAsWord(tag)}"`];
  const text = (word: (word: string) => string) =>
    [...words.map((one) => `"${word(one)}"*`), ...ofTag].join(' AND ');
  return {
    listed: text((word) => [...word].slice(0, listedLetters).join('')),
    exact: text((word) => word),
  };
}

/** The timestamps of plants that FTS5 lacks or has in an old version. */
const unindexed = sql`
  SELECT "added_at" AS "stamp" FROM "plants" WHERE "added_at" > (SELECT "added_at" FROM "words_mark")
  UNION ALL SELECT "added_at" FROM "words_due"`;

const matches = (match: string, { addedFrom, addedBefore }: ParsedFilter, limit: bigint): Statement => sql`
    SELECT rowid AS "stamp" FROM "plant_words" WHERE "plant_words" MATCH ${match}
      AND rowid >= ${addedFrom ?? lowest} AND rowid < ${addedBefore ?? highest} LIMIT ${limit}`;

/** The timestamps of all possible matches, with at most `limit` from FTS5. The plants with the ids must be few. */
export const candidates = (match: string, filter: ParsedFilter, limit: bigint): Statement =>
  compose`SELECT "stamp" FROM (${matches(match, filter, limit)}) UNION ${unindexedTimestamps(filter)}`;

/** The timestamps of plants that FTS5 lacks, and of plants that match by their ids. */
const unindexedTimestamps = ({ ids }: ParsedFilter): Statement =>
  compose`SELECT DISTINCT "stamp" FROM (${withIds(unindexed, ids)})`;

/** One SELECT for each range, as SQLite scans all plants for `BETWEEN … OR BETWEEN …`. */
const withIds = (stamps: Statement, ids: IdRange[] = []): Statement =>
  inIdRanges(raw('"id"'), ids).reduce(
    (all, inRange) => compose`${all} UNION ALL SELECT "added_at" FROM "plants" WHERE ${inRange}`,
    stamps,
  );

export const sortedPage = (
  { filter, sort, count, after }: PlantPageQuery,
  stamps: Statement,
): Steps<FoundPlant[]> =>
  query(compose`
    SELECT ${foundColumns} FROM (${stamps}) AS "c"
    CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp"
    WHERE ${allOf([...conditionsOf(filter), ...afterPosition({ sort, after })])}
    ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`);

/** A page of plants that FTS5 lacks. Read before FTS5: else a plant that is indexed in between would be in neither. */
export const unindexedPage = (query: PlantPageQuery): Steps<FoundPlant[]> =>
  sortedPage(query, unindexedTimestamps(query.filter));

export const countCandidates = (match: string, filter: ParsedFilter, limit: bigint): Steps<bigint> =>
  countUpTo(
    limit,
    withIds(compose`${unindexed} UNION ALL SELECT * FROM (${matches(match, filter, limit)})`, filter.ids),
  );

/** Counts the plants that FTS5 lacks, and those that match by their ids. */
export const countUnindexed = (limit: bigint, { ids }: Pick<ParsedFilter, 'ids'> = {}): Steps<bigint> =>
  countUpTo(limit, withIds(unindexed, ids));

export const countUpTo = (limit: bigint, stamps: Statement): Steps<bigint> =>
  countIn(compose`SELECT count(*) AS "count" FROM (SELECT 1 FROM (${stamps}) LIMIT ${limit})`);

export const lowest = -(2n ** 63n);
export const highest = 2n ** 63n - 1n;
