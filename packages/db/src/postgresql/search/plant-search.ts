// SQL by hand: searches by an index on a tsvector, which Prisma Client does not support (docs/decisions/0006).

import { allOf, anyOf, compose, raw, runStepsAsync, type Statement, sql } from '@plant-store/engine';
import type { IdRange } from '@plant-store/schema';
import { numberedTagsMax } from '@plant-store/schema/without-zod';
import type {
  FoundPlant,
  ParsedFilter,
  PlantPageQuery,
  PlantSearch,
  ReadBy,
  TagCount,
  WeekCount,
} from '../../handle/plant-search.ts';
import { trashPage } from '../../plants/trash-page.ts';
import {
  afterPosition,
  foundColumns,
  inIdRanges,
  orderBy,
  plantsByWeek,
  tagAndTimeConditions,
} from '../../search/plant-conditions.ts';
import { namesWithPrefix } from '../../search/spellings.ts';

type RunQuery = <Row>(statement: Statement) => Promise<Row[]>;

type InTurn = <Result>(by: ReadBy | undefined, read: () => Promise<Result>) => Promise<Result>;

export function createPostgresqlSearch(run: RunQuery, inTurn: InTurn): PlantSearch {
  const reads = readsOf(run);
  const waiting = new Map<string, { rows?: Promise<FoundPlant[]> }>();

  /** Equal pages that wait are read once, when the first of their callers has its turn. Each keeps its own place. */
  function page(query: PlantPageQuery, by?: ReadBy): Promise<FoundPlant[]> {
    const key = JSON.stringify(query, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const read = waiting.get(key) ?? {};
    waiting.set(key, read);
    const close = () => void (waiting.get(key) === read && waiting.delete(key));
    return inTurn(by, () => {
      // Who comes later must get what was stored meanwhile.
      close();
      read.rows ??= reads.page(query);
      return read.rows;
    }).finally(close);
  }

  return {
    page,
    count: (filter, by) => inTurn(by, () => reads.count(filter)),
    tags: (query, by) => inTurn(by, () => reads.tags(query)),
    names: (beginning, by) => inTurn(by, () => reads.names(beginning)),
    statistics: (by) => inTurn(by, reads.statistics),
    trash: (page, by) => inTurn(by, () => reads.trash(page)),
  };
}

const readsOf = (run: RunQuery): PlantSearch => ({
  page: ({ filter, sort, count, after }: PlantPageQuery) =>
    run<FoundPlant>(compose`
      SELECT ${foundColumns} FROM "plants" AS "p"
      WHERE ${allOf([...conditionsOf(filter), ...afterPosition({ sort, after })])}
      ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`),
  count: async (filter) => {
    const [row] = await run<{ count: bigint }>(
      compose`SELECT count(*) AS "count" FROM "plants" AS "p" WHERE ${allOf(conditionsOf(filter))}`,
    );
    return row?.count ?? 0n;
  },
  tags: ({ words, limit }) =>
    run<TagCount>(compose`
      SELECT "tag", count(*) AS "count" FROM "plants"
      WHERE "tag" IS NOT NULL AND ${allOf(words.map(inTag))}
      GROUP BY "tag" ORDER BY "count" DESC, "tag" COLLATE "C" LIMIT ${BigInt(limit)}`),
  names: (beginning) => runStepsAsync(namesWithPrefix(beginning), run),
  statistics: async () => {
    // One after the other, as a read in its turn takes one connection.
    const [all] = await run<Totals>(totals);
    const byTag = await run<TagCount>(mostUsed);
    const byWeek = await run<WeekCount>(plantsByWeek);
    return { total: all?.total ?? 0n, untagged: all?.untagged ?? 0n, byTag, byWeek };
  },
  trash: (page) => runStepsAsync(trashPage('postgresql', page), run),
});

const conditionsOf = ({ words, ids = [], ...rest }: ParsedFilter): Statement[] => [
  ...(words.length > 0 ? [anyOf([...inIdRanges(raw('"p"."id"'), ids), hasWords(words, ids)])] : []),
  ...tagAndTimeConditions(rest),
];

/**
 * The condition for words, in the form of the index plants_words_idx. Folded words contain no query syntax. A search for
 * ids may scan plants, and compares their texts first: this says the same in a tenth of the time, but has no index.
 */
const hasWords = (words: string[], ids: IdRange[]) => compose`
  ${allOf(ids.length > 0 ? words.map(inFolded) : [])} AND array_to_tsvector(array_remove(string_to_array(translate("p"."folded", E'\\n', ' '), ' '), ''))
    @@ (${words.map((word) => `'${word}':*`).join(' & ')}::text)::tsquery`;

const inFolded = (word: string) => sql`position(${` ${word}`}::text in "p"."folded") > 0`;

const inTag = (word: string) => sql`position(${` ${word}`}::text in split_part("folded", E'\\n', 2)) > 0`;

type Totals = { total: bigint; untagged: bigint };
const totals = sql`SELECT count(*) AS "total", count(*) FILTER (WHERE "tag" IS NULL) AS "untagged" FROM "plants"`;
const mostUsed = sql`
  SELECT "tag", count(*) AS "count" FROM "plants" WHERE "tag" IS NOT NULL
  GROUP BY "tag" ORDER BY "count" DESC, "tag" COLLATE "C" LIMIT ${BigInt(numberedTagsMax)}`;
