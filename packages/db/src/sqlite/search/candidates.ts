// SQL by hand: the index of words is a table of FTS5, which is no model (docs/decisions/0006).
import { foldedOf } from '@plant-store/schema/fold';
import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PageQuery, PlantFilter } from '../../database/plant-search.ts';
import { afterPosition, foundColumns, orderBy } from '../../search/plant-conditions.ts';
import { conditionsOf } from './conditions.ts';

/** Up to so many letters FTS5 has a list of plants for each beginning of a word (see the migration 0003_search). */
export const listedLetters = 4;

/** What stands before the first word of a name once more: no folded word has it in it. */
export const firstWordMark = '·';

/** What FTS5 is given of a plant: its words, the first one once more with its mark, and its tag as one word with two. */
export const wordsOf = (folded: Statement): Statement => compose`${folded}
  || ' ·' || substr(${folded}, 2, instr(substr(${folded}, 2) || ' ', ' '))
  || ' ··' || replace(substr(${folded}, instr(${folded}, char(10)) + 1), ' ', '·')`;

const wordOfTag = (tag: string | null) => {
  const folded = foldedOf({ name: '', tag });
  return `··${folded.slice(folded.indexOf('\n') + 1).replaceAll(' ', '·')}`;
};

/**
 * The query for FTS5. `listed`: FTS5 gives it at once, also newest first, and it may match too much. `exact`: whole
 * prefixes, for which FTS5 first reads all that match.
 */
export function matchOf({ words, tag }: PlantFilter): { listed: string; exact: string } {
  const ofTag = tag === undefined ? [] : [`"${wordOfTag(tag)}"`];
  const text = (word: (word: string) => string) =>
    [...words.map((one) => `"${word(one)}"*`), ...ofTag].join(' AND ');
  return {
    listed: text((word) => [...word].slice(0, listedLetters).join('')),
    exact: text((word) => word),
  };
}

/** The stamps of plants that FTS5 does not know of yet, or not as they are now. */
const recent = sql`
  SELECT "added_at" AS "stamp" FROM "plants" WHERE "added_at" > (SELECT "added_at" FROM "words_mark")
  UNION ALL SELECT "added_at" FROM "words_due"`;

/** The stamps that FTS5 finds, or the first `limit` of them. */
export const matching = (
  match: string,
  { addedFrom, addedBefore }: PlantFilter,
  limit: bigint,
): Statement => sql`
    SELECT rowid AS "stamp" FROM "plant_words" WHERE "plant_words" MATCH ${match}
      AND rowid >= ${addedFrom ?? lowest} AND rowid < ${addedBefore ?? highest} LIMIT ${limit}`;

/** The stamps of all plants that may be what is looked for; those that FTS5 gives are at most `limit`. */
export const candidates = (match: string, filter: PlantFilter, limit: bigint): Statement =>
  orUnknown(matching(match, filter, limit), filter);

/** These stamps, and those of the plants that may be what is looked for without FTS5 knowing of it. */
export const orUnknown = (stamps: Statement, filter: PlantFilter): Statement =>
  compose`SELECT "stamp" FROM (${stamps}) UNION ${unknownStamps(filter)}`;

/** Stamps as a statement gives them. */
export const these = (stamps: bigint[]): Statement =>
  sql`SELECT "value" AS "stamp" FROM json_each(${`[${stamps.join()}]`})`;

/** Of plants that FTS5 does not know of as they are now, and of those that are wanted by their ids. */
const unknownStamps = ({ ids = [] }: PlantFilter): Statement =>
  ids.reduce(
    // Not all ranges in one SELECT: SQLite goes through all plants for `BETWEEN … OR BETWEEN …`.
    (stamps, { first, last }) =>
      compose`${stamps} UNION SELECT "added_at" FROM "plants" WHERE "id" BETWEEN ${first} AND ${last}`,
    compose`SELECT DISTINCT "stamp" FROM (${recent})`,
  );

/** A page of plants that were added at one of these times, by sorting all of them. */
export const sortedOf = (
  { filter, sort, count, after }: PageQuery,
  stamps: Statement,
  within = afterPosition({ sort, after }),
): Steps<FoundPlant[]> =>
  query(compose`
    SELECT ${foundColumns} FROM (${stamps}) AS "c"
    CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp"
    WHERE ${allOf([...conditionsOf(filter), ...within])}
    ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`);

/** A page of the plants that FTS5 does not know of. Ask for it before FTS5: what it learns meanwhile would be in neither. */
export const unknownToWords = (wanted: PageQuery): Steps<FoundPlant[]> =>
  sortedOf(wanted, unknownStamps(wanted.filter));

/** How many plants FTS5 finds, or `limit` if those are more. */
export function* countMatches(match: string, filter: PlantFilter, limit: bigint): Steps<bigint> {
  const [row] = yield* query<{ count: bigint }>(
    compose`SELECT count(*) AS "count" FROM (${matching(match, filter, limit)})`,
  );
  return row?.count ?? 0n;
}

/** How many plants FTS5 does not know of as they are now, or `limit` if those are more. */
export function* countRecent(limit: bigint): Steps<bigint> {
  const [row] = yield* query<{ count: bigint }>(
    compose`SELECT count(*) AS "count" FROM (SELECT 1 FROM (${recent}) LIMIT ${limit})`,
  );
  return row?.count ?? 0n;
}

/** Whether plants were noted that FTS5 cannot tell apart (see words.ts). */
export function* hasShared(): Steps<boolean> {
  return (yield* query(sql`SELECT 1 FROM "words_due" WHERE "added_at" = ${lowest}`)).length > 0;
}

/** Below and above all stamps. */
export const lowest = -(2n ** 63n);
export const highest = 2n ** 63n - 1n;
