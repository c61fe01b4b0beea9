// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, query, raw, type Statement, type Steps } from '@plant-store/engine';
import type { FoundPlant, PlantPageQuery } from '../../handle/plant-search.ts';
import { afterPosition, foundColumns, orderBy, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { candidates, countCandidates, countUnindexed, countUpTo, matchOf, sortedPage } from './candidates.ts';
import { byTime, conditionsOf } from './conditions.ts';
import { scanAll, scanIndex } from './index-scan.ts';
import { matchesByTime } from './matches-by-time.ts';

const unindexedMax = 1_000n;

/** A page that the event loop can read: of a list in the order of an index, or of a search by time; else nothing. */
export function* quickPage(request: PlantPageQuery): Steps<FoundPlant[] | undefined> {
  if (isInOrder(request)) return yield* inOrder(request);
  if (!isByTime(request)) return undefined;
  if ((yield* countUnindexed(unindexedMax + 1n, request.filter)) > unindexedMax) return undefined;
  return yield* matchesByTime(request, false);
}

/** A limit of plants for each way to a page in another order; above it the page is found in the next way. */
const longLimits = {
  /** Sorting: a thousand need 2 ms. */
  sorted: 3_000n,
  /** A scan in order: a hundred thousand need 10 to 15 ms. */
  scanned: 100_000n,
  /** Sorting, if the first plants of the order do not match: 100 ms. */
  sortedAfterScan: 50_000n,
};

/** A page of plants, in a thread for long reads (docs/decisions/0014 and 0032). */
export function* longPage(
  request: PlantPageQuery,
  { sorted: sortedMax, scanned, sortedAfterScan } = longLimits,
): Steps<FoundPlant[]> {
  if (isInOrder(request)) return yield* inOrder(request);
  const { ids = [] } = request.filter;
  const hasManyIds = ids.length > 0 && (yield* countUnindexed(sortedMax + 1n, { ids })) > sortedMax;
  if (isByTime(request) && !hasManyIds) return (yield* matchesByTime(request, true)) ?? [];
  return (
    (yield* sortedPageOf(request, sortedMax)) ??
    (yield* scanIndex(request, scanned)) ??
    // The matches are near each other, but far from the start of the list.
    (yield* sortedPageOf(request, sortedAfterScan)) ??
    (yield* scanAll(request))
  );
}

/** Sorts the plants that FTS5 and the ids propose, or those of the tag and the time, if either are few. */
function* sortedPageOf(request: PlantPageQuery, limit: bigint): Steps<FoundPlant[] | undefined> {
  const { filter } = request;
  const match = matchOf(filter).exact;
  if (filter.words.length > 0 && (yield* countCandidates(match, filter, limit + 1n)) <= limit)
    return yield* sortedPage(request, candidates(match, filter, limit));
  const conditions = tagAndTimeConditions(filter);
  if (conditions.length === 0) return undefined;
  const index = byTime(filter);
  const inIndex = compose`SELECT 1 FROM "plants" AS "p" ${index} WHERE ${allOf(conditions)}`;
  return (yield* countUpTo(limit + 1n, inIndex)) <= limit ? yield* pageByIndex(index, request) : undefined;
}

/** Whether plants are in the order of adding, which is also the order of FTS5. */
export const isByTime = ({ sort }: Pick<PlantPageQuery, 'sort'>): boolean => orderOf(sort).by === 'added';

const isInOrder = ({ filter, sort }: PlantPageQuery): boolean =>
  filter.words.length === 0 && (isByTime({ sort }) || tagAndTimeConditions(filter).length === 0);

const inOrder = (request: PlantPageQuery): Steps<FoundPlant[]> =>
  pageByIndex(request.filter.tag === undefined ? raw('') : byTime(request.filter), request);

const pageByIndex = (index: Statement, { filter, sort, count, after }: PlantPageQuery): Steps<FoundPlant[]> =>
  query(compose`
    SELECT ${foundColumns} FROM "plants" AS "p" ${index}
    WHERE ${allOf([...conditionsOf(filter), ...afterPosition({ sort, after })])}
    ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`);
