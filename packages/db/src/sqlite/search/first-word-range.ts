// SQL by hand: search names the index to go along, which Prisma Client cannot (docs/decisions/0006).

import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import {
  firstWordMark,
  listedLetters,
  matchingTimestamps,
  sortedPage,
  timestampValues,
  withUnindexed,
} from './candidates.ts';
import { indexedBy } from './conditions.ts';
import { scanIndex } from './index-scan.ts';
import { compareBytes, mergePages } from './merge.ts';
import type { SearchLimits } from './search-limits.ts';

/**
 * A page by name of the plants with one word. Names that begin with the word stand together in the index; up to `sorted`
 * others are sorted and merged in. Nothing if there are more of either.
 */
export function* firstWordRange(
  pageQuery: PageQuery,
  { sorted, scannedOfOne: walkedOfOne }: SearchLimits,
): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = pageQuery;
  if (filter.words.length !== 1 || tagAndTimeConditions(filter).length > 0) return undefined;
  const letters = [...(filter.words[0] ?? '')];
  // With the mark before it, so many letters of a first word are what FTS5 has lists of.
  const prefix = letters.slice(0, listedLetters - 1).join('');
  const [any] = yield* query(compose`
    SELECT 1 FROM "plants" AS "p" ${indexedBy('folded_id')}
    WHERE ${allOf(prefixConditions(` ${prefix}`, { sort, after: undefined }))} LIMIT 1`);
  if (!any) return undefined;
  const others = `"${letters.slice(0, listedLetters).join('')}"* NOT "${firstWordMark}${prefix}"*`;
  // Once, and not to count them before: to leave so many out takes FTS5 most of the time.
  const stamps = yield* query<{ stamp: bigint }>(matchingTimestamps(others, filter, sorted + 1n));
  if (stamps.length > sorted) return undefined;
  const first = yield* scanIndex(pageQuery, walkedOfOne, prefixConditions(` ${prefix}`, pageQuery));
  if (!first) return undefined;
  const otherStamps = withUnindexed(timestampValues(stamps.map(({ stamp }) => stamp)), filter);
  return mergePages([first, yield* sortedPage(pageQuery, otherStamps)], pageQuery);
}

/** Plants whose name begins so, and that come after the place of the page: the nearer bound alone, for the index. */
function prefixConditions(prefix: string, { sort, after }: Pick<PageQuery, 'sort' | 'after'>): Statement[] {
  const last = `${prefix}\u{10ffff}`;
  const { isDescending } = orderOf(sort);
  const from = sql`"p"."folded" >= ${prefix}`;
  const to = sql`"p"."folded" <= ${last}`;
  if (!after) return [from, to];
  const place = String(after.key);
  if (isDescending)
    return [from, ...(compareBytes(place, last) <= 0 ? afterPosition({ sort, after }) : [to])];
  return [...(compareBytes(place, prefix) >= 0 ? afterPosition({ sort, after }) : [from]), to];
}
