// SQL by hand: the word index is a table of FTS5, which has no model (docs/decisions/0006).
import { compose, query, raw, type Steps } from '@plant-store/engine';
import type { FoundPlant, PlantPageQuery } from '../../handle/plant-search.ts';
import { foundColumns } from '../../search/plant-conditions.ts';
import { matchesFilter, orderOf } from '../../search/plant-filter.ts';
import { highest, lowest, matchOf, unindexedPage } from './candidates.ts';
import { scanIndex } from './index-scan.ts';

/** The maximum number of FTS5 matches that a quick search reads. */
const matchesMax = 1_000;
/** The minimum number of FTS5 matches that a search reads. It reads more only if one in three fits. */
const listedMin = { one: 60, several: 300 };
/** The number of plants with the tag to read for single letters, before a search uses FTS5. */
const scannedOfTag = 400n;

/** FTS5 has the order of adding, so this reads no more than a page needs. Gives nothing for a long search. */
export function* matchesByTime(request: PlantPageQuery, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { words, tag } = request.filter;
  if (tag !== undefined && words.every((word) => word.length === 1)) {
    // Most plants with the tag match.
    const near = yield* scanIndex(request, scannedOfTag);
    if (near) return near;
  }
  const unindexed = yield* unindexedPage(request);
  const indexed = yield* indexedMatches(request, isLong);
  if (!indexed) return undefined;
  return mergePages([unindexed, indexed], request);
}

function* indexedMatches(request: PlantPageQuery, isLong: boolean): Steps<FoundPlant[] | undefined> {
  const { listed, exact } = matchOf(request.filter);
  const found: FoundPlant[] = [];
  const all = rangeOf(request);
  if (isLong) {
    yield* collect(request, exact, all, () => true, found);
    return found;
  }
  const isEnough = (matches: number) => matches < matchesMax;
  const least = listedMin[listed.includes(' ') ? 'several' : 'one'];
  const isFit = (matches: number, fitting: number) =>
    isEnough(matches) && (matches < least || fitting * 3 >= matches);
  let left = yield* collect(request, listed, all, listed === exact ? isEnough : isFit, found);
  if (left && listed !== exact) left = yield* collect(request, exact, left, isEnough, found);
  return left ? undefined : found;
}

type TimestampRange = { from: bigint; to: bigint };

function rangeOf({ filter: { addedFrom, addedBefore }, sort, after }: PlantPageQuery): TimestampRange {
  const from = addedFrom ?? lowest;
  const to = addedBefore === undefined ? highest : addedBefore - 1n;
  if (!after) return { from, to };
  // The range includes the timestamp of the position, where ids decide.
  const at = BigInt(after.key);
  return orderOf(sort).isDescending ? { from, to: at < to ? at : to } : { from: at > from ? at : from, to };
}

/** Fills `found`. @param shouldContinue gets the numbers of read and of fitting matches @returns the unread range */
function* collect(
  { filter, sort, count, after }: PlantPageQuery,
  match: string,
  range: TimestampRange,
  shouldContinue: (matches: number, fitting: number) => boolean,
  found: FoundPlant[],
): Steps<TimestampRange | undefined> {
  const { isDescending } = orderOf(sort);
  let { from, to } = range;
  let matches = 0;
  let fitting = 0;
  for (let size = count; shouldContinue(matches, fitting); size = nextSize(found.length, matches, count)) {
    const rows = yield* query<Row>(matchesWithPlants(match, { from, to }, isDescending, BigInt(size)));
    let received = 0;
    let last: bigint | undefined;
    for (const row of rows) {
      if (row.stamp !== last) received++;
      last = row.stamp;
      if (!hasPlant(row) || !matchesFilter({ words: filter.words, ids: filter.ids }, row)) continue;
      fitting++;
      if (matchesFilter(filter, row) && isAfter(row, after, isDescending)) found.push(row);
    }
    matches += received;
    if (found.length >= count || received < size || last === undefined) return undefined;
    if (isDescending) to = last - 1n;
    else from = last + 1n;
  }
  return { from, to };
}

/** The number of matches to read next, estimated from the share of fitting matches. */
const nextSize = (found: number, matches: number, count: number) =>
  Math.min(2 * matches, 2_000, Math.ceil(((count - found) * (matches + 1)) / (found + 1)) + 8);

type Row = (FoundPlant | { id: null }) & { stamp: bigint };
const hasPlant = (row: Row): row is FoundPlant & { stamp: bigint } => row.id !== null;

const matchesWithPlants = (
  match: string,
  { from, to }: TimestampRange,
  isDescending: boolean,
  limit: bigint,
) => compose`
  SELECT "c"."stamp", ${foundColumns} FROM (
    SELECT rowid AS "stamp" FROM "plant_words" WHERE "plant_words" MATCH ${match} AND rowid >= ${from} AND rowid <= ${to}
    ORDER BY rowid ${raw(isDescending ? 'DESC' : 'ASC')} LIMIT ${limit}
  ) AS "c" LEFT JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "c"."stamp"`;

function isAfter(plant: FoundPlant, after: PlantPageQuery['after'], isDescending: boolean): boolean {
  if (!after) return true;
  const place = compareStamps(plant, { addedAt: BigInt(after.key), id: after.id });
  return isDescending ? place < 0 : place > 0;
}

function mergePages(found: FoundPlant[][], { sort, count }: PlantPageQuery): FoundPlant[] {
  const plants = new Map(found.flat().map((plant) => [plant.id, plant]));
  const direction = orderOf(sort).isDescending ? -1 : 1;
  return [...plants.values()].sort((a, b) => direction * compareStamps(a, b)).slice(0, count);
}

const compareStamps = (a: Stamped, b: Stamped): number =>
  a.addedAt === b.addedAt ? compareIds(a, b) : a.addedAt < b.addedAt ? -1 : 1;
type Stamped = Pick<FoundPlant, 'addedAt' | 'id'>;

const compareIds = (a: Stamped, b: Stamped): number => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);
