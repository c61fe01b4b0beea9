// SQL by hand: search names the index to go along, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, query, raw, type Statement, type Steps } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, foundColumns, orderBy, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { candidates, countMatches, countRecent, hasShared, matchOf, sortedOf } from './candidates.ts';
import { along, conditionsOf } from './conditions.ts';
import { byFirstWord } from './first-word-range.ts';
import { alongFirstWords } from './first-word-scan.ts';
import { walk } from './index-scan.ts';
import { newest } from './newest.ts';
import { long, moment } from './search-limits.ts';

/** How many the thread for long reads sorts rather than to go through everything. */
const manyLong = 50_000n;

/**
 * A page of plants (docs/decisions/0014). @param isLong whether it may take long; if not, a long search gives nothing
 */
export function* page(
  wanted: PageQuery,
  isLong: boolean,
  bounds = isLong ? long : moment,
): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = wanted;
  const { by } = orderOf(sort);
  const hasWords = filter.words.length > 0;
  const isWhole = tagAndTimeConditions(filter).length === 0;
  if (!hasWords && (by === 'added' || isWhole)) return yield* inOrder(wanted);
  const isKnown = (yield* countRecent(bounds.sorted + 1n)) <= bounds.sorted;
  if (hasWords && !isKnown && !isLong) return undefined;
  if (by === 'added') return yield* newest(wanted, isLong);
  const { count, sorted } = hasWords ? ofWords(wanted, isLong) : ofIndex(wanted);
  if ((yield* count(bounds.sorted + 1n)) <= bounds.sorted) return yield* sorted(bounds.sorted);
  const found =
    by === 'name' && isKnown && !(yield* hasShared())
      ? ((yield* byFirstWord(wanted, bounds)) ?? (yield* alongFirstWords(wanted, bounds)))
      : yield* walk(wanted, bounds.walked);
  if (found || !isLong) return found;
  // Those that are wanted stand together, far from where the list begins.
  if ((yield* count(manyLong + 1n)) <= manyLong) return yield* sorted(manyLong);
  return yield* walk(wanted, undefined);
}

/** Where an index has the plants in the order that is wanted. */
const inOrder = (wanted: PageQuery): Steps<FoundPlant[]> =>
  pageAlong(wanted.filter.tag === undefined ? raw('') : byTag, wanted);

const byTag = along('tag_added_at_id');

const pageAlong = (index: Statement, { filter, sort, count, after }: PageQuery): Steps<FoundPlant[]> =>
  query(compose`
    SELECT ${foundColumns} FROM "plants" AS "p" ${index}
    WHERE ${allOf([...conditionsOf(filter), ...afterPosition({ sort, after })])}
    ORDER BY ${orderBy(sort)} LIMIT ${BigInt(count)}`);

/** Plants that can be had in another order than the one that is wanted. */
type Choice = {
  /** How many they are, or `limit` if those are more. */
  count(limit: bigint): Steps<bigint>;
  /** All of them, of which there are no more than `limit`, put in order. */
  sorted(limit: bigint): Steps<FoundPlant[]>;
};

/** Plants of a tag or a time. */
function ofIndex(wanted: PageQuery): Choice {
  const { filter } = wanted;
  const index = filter.tag === undefined ? along('added_at_id') : byTag;
  return {
    *count(limit) {
      const [found] = yield* query<{ count: bigint }>(compose`
        SELECT count(*) AS "count" FROM (
          SELECT 1 FROM "plants" AS "p" ${index} WHERE ${allOf(conditionsOf(filter))} LIMIT ${limit})`);
      return found?.count ?? 0n;
    },
    sorted: () => pageAlong(index, wanted),
  };
}

/** Plants that have the words. */
function ofWords(wanted: PageQuery, isLong: boolean): Choice {
  const match = matchOf(wanted.filter)[isLong ? 'exact' : 'listed'];
  return {
    count: (limit) => countMatches(match, wanted.filter, limit),
    sorted: (limit) => sortedOf(wanted, candidates(match, wanted.filter, limit)),
  };
}
