// SQL by hand: search names the index to go along, which Prisma Client cannot (docs/decisions/0006).

import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { firstWordMark, listedLetters, matching, orUnknown, sortedOf, these } from './candidates.ts';
import { along } from './conditions.ts';
import { walk } from './index-scan.ts';
import { compareBytes, merged } from './merge.ts';
import type { Bounds } from './search-limits.ts';

/**
 * A page by name of the plants with one word. Names that begin with the word stand together in the index; up to `sorted`
 * others are sorted and merged in. Nothing if there are more of either.
 */
export function* byFirstWord(
  wanted: PageQuery,
  { sorted, walkedOfOne }: Bounds,
): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = wanted;
  if (filter.words.length !== 1 || tagAndTimeConditions(filter).length > 0) return undefined;
  const letters = [...(filter.words[0] ?? '')];
  // With the mark before it, so many letters of a first word are what FTS5 has lists of.
  const beginning = letters.slice(0, listedLetters - 1).join('');
  const [any] = yield* query(compose`
    SELECT 1 FROM "plants" AS "p" ${along('folded_id')}
    WHERE ${allOf(beginningWith(` ${beginning}`, { sort, after: undefined }))} LIMIT 1`);
  if (!any) return undefined;
  const others = `"${letters.slice(0, listedLetters).join('')}"* NOT "${firstWordMark}${beginning}"*`;
  // Once, and not to count them before: to leave so many out takes FTS5 most of the time.
  const stamps = yield* query<{ stamp: bigint }>(matching(others, filter, sorted + 1n));
  if (stamps.length > sorted) return undefined;
  const first = yield* walk(wanted, walkedOfOne, beginningWith(` ${beginning}`, wanted));
  if (!first) return undefined;
  const otherStamps = orUnknown(these(stamps.map(({ stamp }) => stamp)), filter);
  return merged([first, yield* sortedOf(wanted, otherStamps)], wanted);
}

/** Plants whose name begins so, and that come after the place of the page: the nearer bound alone, for the index. */
function beginningWith(beginning: string, { sort, after }: Pick<PageQuery, 'sort' | 'after'>): Statement[] {
  const last = `${beginning}\u{10ffff}`;
  const { isDescending } = orderOf(sort);
  const from = sql`"p"."folded" >= ${beginning}`;
  const to = sql`"p"."folded" <= ${last}`;
  if (!after) return [from, to];
  const place = String(after.key);
  if (isDescending)
    return [from, ...(compareBytes(place, last) <= 0 ? afterPosition({ sort, after }) : [to])];
  return [...(compareBytes(place, beginning) >= 0 ? afterPosition({ sort, after }) : [from]), to];
}
