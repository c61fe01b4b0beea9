import { numberedTagsMax } from '@plant-store/schema';
import { isIn } from '../catalogue/id-ranges.ts';
import {
  type FoundPlant,
  mondayMicroseconds,
  orderOf,
  type PlantFilter,
  type PlantFinder,
  type PlantPage,
  type TagCount,
  type WeekCount,
  weekMicroseconds,
} from '../catalogue/plant-finder.ts';
import { namesFrom } from '../catalogue/spellings.ts';
import { trashPage } from '../catalogue/trash-page.ts';
import { allOf, compose, type Statement, sql } from '../engine/statement.ts';
import { answerSteps } from '../engine/unit.ts';

/** The rows of a statement whose best plan depends on its values. */
type Ask = <Row>(statement: Statement) => Promise<Row[]>;

/** Finds plants in PostgreSQL, which chooses the way by itself. */
export const createFinder = (ask: Ask): PlantFinder => ({
  page: ({ filter, sort, count, after }: PlantPage) =>
    ask<FoundPlant>(compose`
      SELECT "id", "name", "tag", "added_at" AS "addedAt", "folded" FROM "plants"
      WHERE ${allOf([...conditionsOf(filter), ...beyond(sort, after)])}
      ORDER BY ${orders[sort]} LIMIT ${BigInt(count)}`),
  count: async (filter) => {
    const [row] = await ask<{ count: bigint }>(
      compose`SELECT count(*) AS "count" FROM "plants" WHERE ${allOf(conditionsOf(filter))}`,
    );
    return row?.count ?? 0n;
  },
  tags: ({ words, limit }) =>
    ask<TagCount>(compose`
      SELECT "tag", count(*) AS "count" FROM "plants"
      WHERE ${allOf([sql`"tag" IS NOT NULL`, ...words.map(inTag)])}
      GROUP BY "tag" ORDER BY "count" DESC, "tag" COLLATE "C" LIMIT ${BigInt(limit)}`),
  names: (beginning) => answerSteps(namesFrom(beginning), ask),
  numbers: async () => {
    const [[all], byTag, byWeek] = await Promise.all([
      ask<Totals>(totals),
      ask<TagCount>(mostUsed),
      ask<WeekCount>(weeks),
    ]);
    return { total: all?.total ?? 0n, untagged: all?.untagged ?? 0n, byTag, byWeek };
  },
  trash: (page) => answerSteps(trashPage('postgresql', page), ask),
});

function conditionsOf({ words, ids = [], tag, addedFrom, addedBefore }: PlantFilter): Statement[] {
  return [
    ...(words.length > 0
      ? [ids.length === 0 ? hasWords(words) : compose`(${hasWords(words)} OR ${isIn(sql`"id"`, ids)})`]
      : []),
    ...(tag === undefined ? [] : [tag === null ? sql`"tag" IS NULL` : sql`"tag" = ${tag}`]),
    ...(addedFrom === undefined ? [] : [sql`"added_at" >= ${addedFrom}`]),
    ...(addedBefore === undefined ? [] : [sql`"added_at" < ${addedBefore}`]),
  ];
}

/** As the index plants_words_idx has it. Folded words are letters, digits and pictures: nothing in them is syntax. */
const hasWords = (words: string[]) => sql`
  array_to_tsvector(array_remove(string_to_array(translate("folded", E'\\n', ' '), ' '), ''))
    @@ (${words.map((word) => `'${word}':*`).join(' & ')}::text)::tsquery`;

const inTag = (word: string) => sql`position(${` ${word}`}::text in split_part("folded", E'\\n', 2)) > 0`;

const orders: Record<PlantPage['sort'], Statement> = {
  added: sql`"added_at", "id"`,
  '-added': sql`"added_at" DESC, "id" DESC`,
  name: sql`"folded", "id"`,
  '-name': sql`"folded" DESC, "id" DESC`,
  id: sql`"id"`,
  '-id': sql`"id" DESC`,
};

function beyond(sort: PlantPage['sort'], after: PlantPage['after']): Statement[] {
  if (!after) return [];
  const { by, isDescending } = orderOf(sort);
  const operator = isDescending ? sql`<` : sql`>`;
  if (by === 'id') return [compose`"id" ${operator} ${after.id}`];
  return [
    compose`(${by === 'name' ? sql`"folded"` : sql`"added_at"`}, "id") ${operator} (${after.key}, ${after.id})`,
  ];
}

type Totals = { total: bigint; untagged: bigint };
const totals = sql`SELECT count(*) AS "total", count(*) FILTER (WHERE "tag" IS NULL) AS "untagged" FROM "plants"`;
const mostUsed = sql`
  SELECT "tag", count(*) AS "count" FROM "plants" WHERE "tag" IS NOT NULL
  GROUP BY "tag" ORDER BY "count" DESC, "tag" COLLATE "C" LIMIT ${BigInt(numberedTagsMax)}`;
const weeks = sql`
  SELECT ("added_at" - ${mondayMicroseconds}) / ${weekMicroseconds} AS "week", count(*) AS "count"
  FROM "plants" GROUP BY 1 ORDER BY 1`;
