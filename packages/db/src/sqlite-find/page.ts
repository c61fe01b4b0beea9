import { type FoundPlant, orderOf, type PlantPage, type Position } from '../plant-finder.ts';
import { allOf, compose, type Statement, sql } from '../statement.ts';
import { ask, type Steps } from '../unit.ts';
import { candidates, countMatches, countRecent, matchOf } from './candidates.ts';
import { beyond, columns, conditionsOf, orderedBy, rangeOf, tagInFolded, upTo } from './conditions.ts';
import { newest } from './newest.ts';

/** How much is looked at for one page before the thread for long reads is asked: two to three milliseconds. */
const few = 1_000n;
const walked = 3_000n;
/** On that thread: from how many plants on it is better to go through all in their order than to sort those. */
const many = 20_000n;

/**
 * A page of plants; see docs/decisions/0012 for the ways to find them.
 * @param isLong whether it may take long; otherwise what would take long gives nothing
 */
export function* page(wanted: PlantPage, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { filter, sort } = wanted;
  const isByAdded = orderOf(sort).by === 'added';
  if (filter.words.length === 0) {
    const isAll = filter.tag === undefined && rangeOf(filter).length === 0;
    return yield* isByAdded || isAll ? inOrder(wanted) : chosenByIndex(wanted, isLong);
  }
  if (!isLong && (yield* countRecent(few + 1n)) > few) return undefined;
  return yield* isByAdded ? newest(wanted, isLong) : chosenByWords(wanted, isLong);
}

/** Where an index has the plants in the order that is wanted. */
const inOrder = ({ filter, sort, count, after }: PlantPage): Steps<FoundPlant[]> =>
  ask(compose`
    SELECT ${columns} FROM "plants" AS "p" ${filter.tag === undefined ? sql`` : byTag}
    WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);

const byTag = sql`INDEXED BY "plants_tag_added_at_id_idx"`;
const byAdded = sql`INDEXED BY "plants_added_at_id_idx"`;

/** Plants of a tag or a time, in another order than theirs: a few are sorted. */
function* chosenByIndex(wanted: PlantPage, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { filter, sort, count, after } = wanted;
  const index = filter.tag === undefined ? byAdded : byTag;
  const limit = isLong ? many : few;
  const [found] = yield* ask<{ count: bigint }>(compose`
    SELECT count(*) AS "count" FROM (
      SELECT 1 FROM "plants" AS "p" ${index} WHERE ${allOf(conditionsOf(filter))} LIMIT ${limit + 1n})`);
  if ((found?.count ?? 0n) > limit) return yield* walk(wanted, isLong);
  return yield* ask<FoundPlant>(compose`
    SELECT ${columns} FROM "plants" AS "p" ${index}
    WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);
}

/** Plants that have the words, by name or by id: a few are sorted. */
function* chosenByWords(wanted: PlantPage, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { filter, sort, count, after } = wanted;
  const match = matchOf(filter)[isLong ? 'exact' : 'listed'];
  const limit = isLong ? many : few;
  if ((yield* countMatches(match, filter, limit + 1n)) > limit) return yield* walk(wanted, isLong);
  return yield* ask<FoundPlant>(compose`
    SELECT ${columns} FROM (${candidates(match, filter, limit)}) AS "c"
    CROSS JOIN "plants" AS "p" ${byAdded} ON "p"."added_at" = "c"."stamp"
    WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);
}

/** Through all plants in their order, leaving out those that are not wanted; gives up where those are too many. */
function* walk(wanted: PlantPage, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { filter, sort, count, after } = wanted;
  const end = isLong ? undefined : yield* placeAfter(wanted, walked);
  const isByName = orderOf(sort).by === 'name';
  // What the index of names can tell comes first: for most plants nothing else is read then.
  const conditions: Statement[] = [...(isByName ? tagInFolded(filter) : []), ...conditionsOf(filter)];
  const plants = yield* ask<FoundPlant>(compose`
    SELECT ${columns} FROM "plants" AS "p" ${indexOf(sort)}
    WHERE ${allOf([...beyond({ sort, after }), ...upTo(sort, end), ...conditions])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);
  return end && plants.length < count ? undefined : plants;
}

/** The place so many plants further on, if there are that many. */
function* placeAfter({ sort, after }: PlantPage, distance: bigint): Steps<Position | undefined> {
  const key = orderOf(sort).by === 'name' ? sql`"p"."folded"` : sql`"p"."id"`;
  const [place] = yield* ask<Position>(compose`
    SELECT ${key} AS "key", "p"."id" FROM "plants" AS "p" ${indexOf(sort)}
    WHERE ${allOf(beyond({ sort, after }))} ORDER BY ${orderedBy(sort)} LIMIT 1 OFFSET ${distance}`);
  return place;
}

const indexOf = (sort: PlantPage['sort']) =>
  orderOf(sort).by === 'name' ? sql`INDEXED BY "plants_folded_id_idx"` : sql`NOT INDEXED`;
