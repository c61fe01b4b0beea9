// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).

import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PlantPageQuery } from '../../engine-interface/plant-search.ts';
import { afterPosition, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import {
  firstWordMark,
  listedLetters,
  matches,
  sortedPage,
  timestampValues,
  withUnindexed,
} from './candidates.ts';
import { indexedBy } from './conditions.ts';
import { scanIndex } from './index-scan.ts';
import { compareBytes, mergePages } from './page-merge.ts';
import type { SearchLimits } from './search-limits.ts';

/**
 * A page of the plants with one word, by name. Names that begin with the word are neighbours in the index. The plants
 * with the word elsewhere are sorted and merged. Gives nothing if either group is too large.
 */
export function* firstWordRange(
  request: PlantPageQuery,
  { sorted, scannedOfOne }: SearchLimits,
): Steps<FoundPlant[] | undefined> {
  const { filter } = request;
  if (filter.words.length !== 1 || tagAndTimeConditions(filter).length > 0) return undefined;
  const letters = [...(filter.words[0] ?? '')];
  // The mark of a first word counts as a letter of its prefix.
  const prefix = letters.slice(0, listedLetters - 1).join('');
  const [any] = yield* query(compose`
    SELECT 1 FROM "plants" AS "p" ${indexedBy('folded_id')}
    WHERE ${allOf(prefixConditions(` ${prefix}`, { ...request, after: undefined }))} LIMIT 1`);
  if (!any) return undefined;
  const others = `"${letters.slice(0, listedLetters).join('')}"* NOT "${firstWordMark}${prefix}"*`;
  // The matches are not counted first, as `NOT` is slow in FTS5.
  const stamps = yield* query<{ stamp: bigint }>(matches(others, filter, sorted + 1n));
  if (stamps.length > sorted) return undefined;
  const first = yield* scanIndex(request, scannedOfOne, prefixConditions(` ${prefix}`, request));
  if (!first) return undefined;
  const otherStamps = withUnindexed(timestampValues(stamps.map(({ stamp }) => stamp)), filter);
  return mergePages([first, yield* sortedPage(request, otherStamps)], request);
}

/** The condition for plants after the position with this prefix. One bound on each side is enough for the index. */
function prefixConditions(prefix: string, { sort, after }: PlantPageQuery): Statement[] {
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
