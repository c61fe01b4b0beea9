import { type FoundPlant, orderOf, type PlantPage, type Position } from '../catalogue/plant-finder.ts';
import { allOf, compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { beyond, columns, conditionsOf, orderedBy, tagInFolded, upTo } from './conditions.ts';

/**
 * A page of plants by going through all of them in their order, leaving out those that are not wanted.
 * @param most through how many to go at the most; it gives nothing where that is not enough
 * @param within conditions that all plants meet that it goes through, besides those after the place of the page
 */
export function* walk(
  wanted: PlantPage,
  most: bigint | undefined,
  within: Statement[] = beyond(wanted),
): Steps<FoundPlant[] | undefined> {
  const { filter, sort, count } = wanted;
  const end = most === undefined ? undefined : yield* placeAfter(wanted, most, within);
  const isByName = orderOf(sort).by === 'name';
  // What the index of names can tell comes first: for most plants nothing else is read then.
  const conditions = [...(isByName ? tagInFolded(filter) : []), ...conditionsOf(filter)];
  const plants = yield* ask<FoundPlant>(compose`
    SELECT ${columns} FROM "plants" AS "p" ${indexes[orderOf(sort).by]}
    WHERE ${allOf([...within, ...upTo(sort, end), ...conditions])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);
  return end && plants.length < count ? undefined : plants;
}

/** The place so many plants further on, if there are that many. */
function* placeAfter(
  { filter, sort }: PlantPage,
  distance: bigint,
  within: Statement[],
): Steps<Position | undefined> {
  const { by } = orderOf(sort);
  const ofTag = by === 'added' ? conditionsOf({ words: [], tag: filter.tag }) : [];
  const [place] = yield* ask<Position>(compose`
    SELECT ${keys[by]} AS "key", "p"."id" FROM "plants" AS "p" ${indexes[by]}
    WHERE ${allOf([...ofTag, ...within])} ORDER BY ${orderedBy(sort)} LIMIT 1 OFFSET ${distance}`);
  return place;
}

/** By the time of adding, one goes through the plants of a tag alone. */
const indexes = {
  added: sql`INDEXED BY "plants_tag_added_at_id_idx"`,
  name: sql`INDEXED BY "plants_folded_id_idx"`,
  id: sql`NOT INDEXED`,
};
const keys = { added: sql`"p"."added_at"`, name: sql`"p"."folded"`, id: sql`"p"."id"` };
