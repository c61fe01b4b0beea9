import { type FoundPlant, orderOf, type PlantPage } from '../catalogue/plant-finder.ts';
import { allOf, compose, type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { candidates, countMatches, firstWordMark, hasShared, listedLetters } from './candidates.ts';
import { beyond, columns, conditionsOf, orderedBy } from './conditions.ts';
import { walk } from './walk.ts';

/**
 * A page, by name, of the plants that have one word. Those whose name begins with it stand together in the index of
 * names; if there are no more than `few` others, which FTS5 can tell, those are sorted and put in between.
 * @param most through how many plants with such a beginning to go at the most
 */
export function* byFirstWord(
  wanted: PlantPage,
  few: bigint,
  most: bigint | undefined,
): Steps<FoundPlant[] | undefined> {
  const { filter, sort, count, after } = wanted;
  const letters = [...(filter.words[0] ?? '')];
  // With the mark before it, so many letters of a first word are what FTS5 has lists of.
  const beginning = letters.slice(0, listedLetters - 1).join('');
  const others = `"${letters.slice(0, listedLetters).join('')}"* NOT "${firstWordMark}${beginning}"*`;
  // What FTS5 says of one plant with a stamp may be true of another.
  if (yield* hasShared()) return undefined;
  if ((yield* countMatches(others, filter, few + 1n)) > few) return undefined;
  const first = yield* walk(wanted, most, beginningWith(` ${beginning}`, wanted));
  if (!first) return undefined;
  const rest = yield* ask<FoundPlant>(compose`
    SELECT ${columns} FROM (${candidates(others, filter, few)}) AS "c"
    CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp"
    WHERE ${allOf([...conditionsOf(filter), ...beyond({ sort, after })])}
    ORDER BY ${orderedBy(sort)} LIMIT ${BigInt(count)}`);
  const plants = new Map([...first, ...rest].map((plant) => [plant.id, plant]));
  const direction = orderOf(sort).isDescending ? -1 : 1;
  return [...plants.values()].sort((a, b) => direction * compare(a, b)).slice(0, count);
}

/** Plants whose name begins so, and that come after the place of the page: the nearer bound alone, for the index. */
function beginningWith(beginning: string, { sort, after }: PlantPage): Statement[] {
  const last = `${beginning}\u{10ffff}`;
  const { isDescending } = orderOf(sort);
  const from = sql`"p"."folded" >= ${beginning}`;
  const to = sql`"p"."folded" <= ${last}`;
  if (!after) return [from, to];
  const place = String(after.key);
  if (isDescending) return [from, ...(bytesOf(place, last) <= 0 ? beyond({ sort, after }) : [to])];
  return [...(bytesOf(place, beginning) >= 0 ? beyond({ sort, after }) : [from]), to];
}

const compare = (a: FoundPlant, b: FoundPlant): number =>
  bytesOf(a.folded, b.folded) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** As SQLite compares texts. */
const bytesOf = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
