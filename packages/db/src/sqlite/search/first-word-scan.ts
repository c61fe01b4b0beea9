// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).

import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PlantPageQuery } from '../../engine-interface/plant-search.ts';
import { afterPosition, orderBy } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { countMatches, firstWordMark, matches, matchOf, sortedPage, unindexedPage } from './candidates.ts';
import { indexedBy } from './conditions.ts';
import { scanIndex } from './index-scan.ts';
import { compareBytes, mergePages } from './page-merge.ts';
import type { SearchLimits } from './search-limits.ts';

/**
 * A page by name, found one first word at a time. Plants with the same first word (a genus) are similar, so FTS5
 * excludes most genera in one step, whereas a scan reads all plants. Gives nothing if a limit is reached before the
 * page is full.
 */
export function* scanFirstWords(
  request: PlantPageQuery,
  limits: SearchLimits,
): Steps<FoundPlant[] | undefined> {
  const unindexed = yield* unindexedPage(request);
  const indexed: FoundPlant[] = [];
  const { isDescending } = orderOf(request.sort);
  let conditions = afterPosition(request);
  for (let scanned = 0; indexed.length < request.count; scanned++) {
    const next = yield* nextFolded(request, conditions);
    if (next === undefined) break;
    const first = firstWord(next);
    if (first === undefined || scanned === limits.firstWords) return undefined;
    const left = { ...request, count: request.count - indexed.length };
    const found = yield* pageOfFirstWord(left, first, limits);
    if (!found) return undefined;
    indexed.push(...found);
    conditions = [isDescending ? isBefore(startOf(first)) : isFrom(endOf(first))];
  }
  return mergePages([unindexed, indexed], request);
}

/** The folded name and tag of the next plant. */
function* nextFolded({ sort }: PlantPageQuery, conditions: Statement[]): Steps<string | undefined> {
  const [row] = yield* query<{ folded: string }>(compose`
    SELECT "p"."folded" FROM "plants" AS "p" ${indexedBy('folded_id')}
    WHERE ${allOf(conditions)} ORDER BY ${orderBy(sort)} LIMIT 1`);
  return row?.folded;
}

/** The first plants of one first word. */
function* pageOfFirstWord(
  request: PlantPageQuery,
  first: string,
  { sortedOfOne: sortedMax, scannedOfOne: scannedMax }: SearchLimits,
): Steps<FoundPlant[] | undefined> {
  const { listed } = matchOf(request.filter);
  const match = `"${firstWordMark}${first}"${listed && ` AND ${listed}`}`;
  const count = yield* countMatches(match, request.filter, sortedMax + 1n);
  if (count === 0n) return [];
  return count <= sortedMax
    ? yield* sortedPage(request, matches(match, request.filter, sortedMax), inFirstWord(first, request))
    : yield* scanIndex(request, scannedMax, inFirstWord(first, request));
}

/** The condition for plants of a first word after the position. One bound on each side is enough for the index. */
function inFirstWord(first: string, { sort, after }: PlantPageQuery): Statement[] {
  const [start, end] = [startOf(first), endOf(first)];
  const place = after && String(after.key);
  const isHere = place !== undefined && compareBytes(place, start) >= 0 && compareBytes(place, end) < 0;
  const near = isHere ? afterPosition({ sort, after }) : [];
  const { isDescending } = orderOf(sort);
  return [
    ...(isHere && !isDescending ? near : [isFrom(start)]),
    ...(isHere && isDescending ? near : [isBefore(end)]),
  ];
}

const isFrom = (folded: string) => sql`"p"."folded" >= ${folded}`;
const isBefore = (folded: string) => sql`"p"."folded" < ${folded}`;

/**
 * The first text that can begin with this word. A folded text is ` first second\n tag`: the characters of a word sort
 * after `!`, and the characters after a word sort before it.
 */
const startOf = (first: string) => ` ${first}\n`;
const endOf = (first: string) => ` ${first}!`;
const firstWord = (folded: string) => /^ ([^ \n]+)/.exec(folded)?.[1];
