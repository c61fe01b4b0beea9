import { type FoundPlant, orderOf, type PlantPage } from '../catalogue/plant-finder.ts';
import { allOf, compose, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { byFirstWord } from './by-first-word.ts';
import { candidates, countMatches, countRecent, matchOf } from './candidates.ts';
import { beyond, columns, conditionsOf, orderedBy, rangeOf } from './conditions.ts';
import { newest } from './newest.ts';
import { walk } from './walk.ts';

/**
 * How many plants are sorted for one page, and how many are walked through in their order, before the thread for long
 * reads is asked: two and five milliseconds.
 */
const few = 1_000n;
const walked = 20_000n;
/** The same on that thread, before it goes the other way, and at last through all. */
const fewLong = 3_000n;
const walkedLong = 100_000n;
const manyLong = 50_000n;

/**
 * A page of plants; see docs/decisions/0014 for the ways to find them.
 * @param isLong whether it may take long; otherwise what would take long gives nothing
 */
export function* page(wanted: PlantPage, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = wanted;
  const { by } = orderOf(sort);
  const isWhole = filter.tag === undefined && rangeOf(filter).length === 0;
  if (filter.words.length === 0) {
    if (by === 'added' || isWhole) return yield* inOrder(wanted);
    return yield* sortedOrWalked(wanted, isLong, ofIndex(wanted));
  }
  if (!isLong && (yield* countRecent(few + 1n)) > few) return undefined;
  if (by === 'added') return yield* newest(wanted, isLong);
  if (by === 'name' && isWhole && filter.words.length === 1) {
    const found = yield* byFirstWord(wanted, isLong ? fewLong : few, isLong ? undefined : walked);
    if (found) return found;
  }
  return yield* sortedOrWalked(wanted, isLong, ofWords(wanted, isLong));
}

/** Where an index has the plants in the order that is wanted. */
const inOrder = ({ filter, sort, count, after }: PlantPage): Steps<FoundPlant[]> =>
  ask(compose`
    SELECT ${columns} FROM "plants" AS "p" ${filter.tag === undefined ? sql`` : byTag}
    WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);

const byTag = sql`INDEXED BY "plants_tag_added_at_id_idx"`;
const byAdded = sql`INDEXED BY "plants_added_at_id_idx"`;

/** Plants that can be had in another order than the one that is wanted. */
type Choice = {
  /** How many they are, or `limit` if those are more. */
  count(limit: bigint): Steps<bigint>;
  /** All of them, of which there are no more than `limit`, put in order. */
  sort(limit: bigint): Steps<FoundPlant[]>;
};

/** A few are sorted; of many, some are soon met on a walk through all plants in their order. */
function* sortedOrWalked(wanted: PlantPage, isLong: boolean, of: Choice): Steps<FoundPlant[] | undefined> {
  const enough = isLong ? fewLong : few;
  if ((yield* of.count(enough + 1n)) <= enough) return yield* of.sort(enough);
  const found = yield* walk(wanted, isLong ? walkedLong : walked);
  if (found || !isLong) return found;
  // Those that are wanted stand together, far from where the walk begins.
  if ((yield* of.count(manyLong + 1n)) <= manyLong) return yield* of.sort(manyLong);
  return yield* walk(wanted, undefined);
}

/** Plants of a tag or a time. */
function ofIndex({ filter, sort, count, after }: PlantPage): Choice {
  const index = filter.tag === undefined ? byAdded : byTag;
  return {
    *count(limit) {
      const [found] = yield* ask<{ count: bigint }>(compose`
        SELECT count(*) AS "count" FROM (
          SELECT 1 FROM "plants" AS "p" ${index} WHERE ${allOf(conditionsOf(filter))} LIMIT ${limit})`);
      return found?.count ?? 0n;
    },
    sort: () =>
      ask(compose`
        SELECT ${columns} FROM "plants" AS "p" ${index}
        WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
        ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`),
  };
}

/** Plants that have the words. */
function ofWords({ filter, sort, count, after }: PlantPage, isLong: boolean): Choice {
  const match = matchOf(filter)[isLong ? 'exact' : 'listed'];
  return {
    count: (limit) => countMatches(match, filter, limit),
    sort: (limit) =>
      ask(compose`
        SELECT ${columns} FROM (${candidates(match, filter, limit)}) AS "c"
        CROSS JOIN "plants" AS "p" ${byAdded} ON "p"."added_at" = "c"."stamp"
        WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
        ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`),
  };
}
