// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, countIn, query, raw, type Statement, type Steps } from '../../core/sql.ts';
import type { FoundPlant, PlantPageQuery } from '../../engine-interface/plant-search.ts';
import { afterPosition, foundColumns, orderBy, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import {
  candidates,
  countMatches,
  countUnindexed,
  hasSharedTimestamps,
  matchOf,
  sortedPage,
} from './candidates.ts';
import { conditionsOf, indexedBy } from './conditions.ts';
import { firstWordRange } from './first-word-range.ts';
import { scanFirstWords } from './first-word-scan.ts';
import { scanIndex } from './index-scan.ts';
import { matchesByTime } from './matches-by-time.ts';
import { longLimits, quickLimits } from './search-limits.ts';

/** The maximum number of plants that a long read sorts. With more plants it scans all. */
const sortedLongMax = 50_000n;

/** A page of plants (docs/decisions/0014). @param isLong whether it may be long; else a long search gives nothing */
export function* plantPage(
  request: PlantPageQuery,
  isLong: boolean,
  limits = isLong ? longLimits : quickLimits,
): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = request;
  const { by } = orderOf(sort);
  const hasWords = filter.words.length > 0;
  const isWhole = tagAndTimeConditions(filter).length === 0;
  if (!hasWords && (by === 'added' || isWhole)) return yield* inOrder(request);
  const isIndexed = (yield* countUnindexed(limits.sorted + 1n)) <= limits.sorted;
  if (hasWords && !isIndexed && !isLong) return undefined;
  if (by === 'added') return yield* matchesByTime(request, isLong);
  const { count, sorted } = hasWords ? wordChoice(request, isLong) : indexChoice(request);
  if ((yield* count(limits.sorted + 1n)) <= limits.sorted) return yield* sorted(limits.sorted);
  const found =
    by === 'name' && isIndexed && !(yield* hasSharedTimestamps())
      ? ((yield* firstWordRange(request, limits)) ?? (yield* scanFirstWords(request, limits)))
      : yield* scanIndex(request, limits.scanned);
  if (found || !isLong) return found;
  // The matches are near each other, but far from the start of the list.
  if ((yield* count(sortedLongMax + 1n)) <= sortedLongMax) return yield* sorted(sortedLongMax);
  return yield* scanIndex(request, undefined);
}

/** A page in the order of an index. */
const inOrder = (request: PlantPageQuery): Steps<FoundPlant[]> =>
  pageByIndex(request.filter.tag === undefined ? raw('') : byTag, request);

const byTag = indexedBy('tag_added_at_id');

const pageByIndex = (index: Statement, { filter, sort, count, after }: PlantPageQuery): Steps<FoundPlant[]> =>
  query(compose`
    SELECT ${foundColumns} FROM "plants" AS "p" ${index}
    WHERE ${allOf([...conditionsOf(filter), ...afterPosition({ sort, after })])}
    ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`);

/** A set of plants that an index gives in another order. */
type Choice = {
  /** The number of the plants, at most `limit`. */
  count(limit: bigint): Steps<bigint>;
  /** Sorts all plants of the set, which has at most `limit`. */
  sorted(limit: bigint): Steps<FoundPlant[]>;
};

/** Plants with a tag or from a range of time. */
function indexChoice(request: PlantPageQuery): Choice {
  const { filter } = request;
  const index = filter.tag === undefined ? indexedBy('added_at_id') : byTag;
  return {
    count: (limit) =>
      countIn(compose`
        SELECT count(*) AS "count" FROM (
          SELECT 1 FROM "plants" AS "p" ${index} WHERE ${allOf(conditionsOf(filter))} LIMIT ${limit})`),
    sorted: () => pageByIndex(index, request),
  };
}

/** Plants with the words of the search. */
function wordChoice(request: PlantPageQuery, isLong: boolean): Choice {
  const match = matchOf(request.filter)[isLong ? 'exact' : 'listed'];
  return {
    count: (limit) => countMatches(match, request.filter, limit),
    sorted: (limit) => sortedPage(request, candidates(match, request.filter, limit)),
  };
}
