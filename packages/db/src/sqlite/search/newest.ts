// SQL by hand: the index of words is a table of FTS5, which is no model (docs/decisions/0006).
import { compose, query, raw, type Steps } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, foundColumns, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { matchesFilter, orderOf } from '../../search/plant-filter.ts';
import { highest, lowest, matchOf, unknownToWords } from './candidates.ts';
import { walk } from './index-scan.ts';
import { compareStamps, merged } from './merge.ts';

/** How many plants that FTS5 gives are looked at on the way to a page. */
const lookedMax = 1_000;
/** So many matches of FTS5 are always looked at, and more only if one in three is wanted. */
const listedMin = { one: 60, several: 300 };
/** How many plants of a tag are looked at before FTS5 is asked, where all that is wanted of a word is its first letter. */
const walkedOfTag = 400n;

/**
 * Plants that have the words, by the time they were added, which is the order of FTS5: it gives only what a page needs.
 * Plants that FTS5 does not know yet are merged in. Nothing if it takes long.
 */
export function* newest(wanted: PageQuery, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { words, tag } = wanted.filter;
  if (tag !== undefined && words.every((word) => word.length === 1)) {
    // Much of what has the tag is wanted.
    const near = yield* walk(wanted, walkedOfTag, [
      ...afterPosition(wanted),
      ...tagAndTimeConditions(wanted.filter),
    ]);
    if (near) return near;
  }
  const unknown = yield* unknownToWords(wanted);
  const known = yield* knownToWords(wanted, isLong);
  if (!known) return undefined;
  return merged([unknown, known], wanted);
}

function* knownToWords(wanted: PageQuery, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { listed, exact } = matchOf(wanted.filter);
  const found: FoundPlant[] = [];
  const all = stretchOf(wanted);
  if (isLong) {
    yield* collect(wanted, exact, all, () => true, found);
    return found;
  }
  const isEnough = (looked: number) => looked < lookedMax;
  const least = listedMin[listed.includes(' ') ? 'several' : 'one'];
  const isFit = (looked: number, fitting: number) =>
    isEnough(looked) && (looked < least || fitting * 3 >= looked);
  let left = yield* collect(wanted, listed, all, listed === exact ? isEnough : isFit, found);
  if (left && listed !== exact) left = yield* collect(wanted, exact, left, isEnough, found);
  return left ? undefined : found;
}

/** The stamps between which plants are looked for. */
type Stretch = { from: bigint; to: bigint };

function stretchOf({ filter: { addedFrom, addedBefore }, sort, after }: PageQuery): Stretch {
  const from = addedFrom ?? lowest;
  const to = addedBefore === undefined ? highest : addedBefore - 1n;
  if (!after) return { from, to };
  // With those of the very stamp of the place: its id says which of them are wanted.
  const at = BigInt(after.key);
  return orderOf(sort).isDescending ? { from, to: at < to ? at : to } : { from: at > from ? at : from, to };
}

/**
 * Adds the wanted matches of FTS5 to `found`, until the page is full.
 * @param goesOn whether to go on after so many matches, so many of them wanted
 * @returns the place where it stopped
 */
function* collect(
  { filter, sort, count, after }: PageQuery,
  match: string,
  stretch: Stretch,
  goesOn: (looked: number, fitting: number) => boolean,
  found: FoundPlant[],
): Steps<Stretch | undefined> {
  const { isDescending } = orderOf(sort);
  let { from, to } = stretch;
  let looked = 0;
  let fitting = 0;
  for (let size = count; goesOn(looked, fitting); size = nextSize(found.length, looked, count)) {
    const rows = yield* query<Row>(stampsAndPlants(match, { from, to }, isDescending, BigInt(size)));
    let given = 0;
    let last: bigint | undefined;
    for (const row of rows) {
      if (row.stamp !== last) given++;
      last = row.stamp;
      if (!isHere(row) || !matchesFilter({ words: filter.words, ids: filter.ids }, row)) continue;
      fitting++;
      if (matchesFilter(filter, row) && isBeyond(row, after, isDescending)) found.push(row);
    }
    looked += given;
    if (found.length >= count || given < size || last === undefined) return undefined;
    if (isDescending) to = last - 1n;
    else from = last + 1n;
  }
  return { from, to };
}

/** How many more are to be looked at, to judge by how many of those so far were wanted. */
const nextSize = (found: number, looked: number, count: number) =>
  Math.min(2 * looked, 2_000, Math.ceil(((count - found) * (looked + 1)) / (found + 1)) + 8);

/** A stamp that FTS5 gave with a plant that was added then; there may be none any more. */
type Row = (FoundPlant | { id: null }) & { stamp: bigint };
const isHere = (row: Row): row is FoundPlant & { stamp: bigint } => row.id !== null;

const stampsAndPlants = (
  match: string,
  { from, to }: Stretch,
  isDescending: boolean,
  limit: bigint,
) => compose`
  SELECT "c"."stamp", ${foundColumns} FROM (
    SELECT rowid AS "stamp" FROM "plant_words" WHERE "plant_words" MATCH ${match} AND rowid >= ${from} AND rowid <= ${to}
    ORDER BY rowid ${raw(isDescending ? 'DESC' : 'ASC')} LIMIT ${limit}
  ) AS "c" LEFT JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp"`;

function isBeyond(plant: FoundPlant, after: PageQuery['after'], isDescending: boolean): boolean {
  if (!after) return true;
  const place = compareStamps(plant, { addedAt: BigInt(after.key), id: after.id });
  return isDescending ? place < 0 : place > 0;
}
