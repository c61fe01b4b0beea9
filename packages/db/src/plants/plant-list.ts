import { dateOf, timestampOf } from '@plant-store/engine';
import type { PlantFilter, PlantSort, StoredPlant } from '@plant-store/schema';
import { searchedIds, searchWords } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import type { ParsedFilter, Position, ReadBy } from '../handle/plant-search.ts';
import { mondayMicroseconds, positionOf, weekMicroseconds } from '../search/plant-filter.ts';
import { toStoredPlant } from './version.ts';

const everything: ParsedFilter = { words: [] };

export const filterOf = ({ q = '', tag, addedFrom, addedBefore }: PlantFilter): ParsedFilter => ({
  ...searchOf(q),
  ids: searchedIds(q),
  tag: tag === '' ? null : tag,
  addedFrom: addedFrom === undefined ? undefined : timestampOf(new Date(addedFrom)),
  addedBefore: addedBefore === undefined ? undefined : timestampOf(new Date(addedBefore)),
});

function searchOf(q: string): Pick<ParsedFilter, 'words' | 'isWordless'> {
  const words = searchWords(q);
  return { words, isWordless: words.length === 0 && q.trim() !== '' };
}

/** Up to `limit` plants of a filter in an order, after the position `after`, and the start of the next page. */
export async function list(
  db: Database,
  {
    filter = everything,
    sort = '-added',
    limit,
    after,
  }: { filter?: ParsedFilter; sort?: PlantSort; limit: number; after?: Position | undefined },
  by?: ReadBy,
): Promise<{ plants: StoredPlant[]; next: Position | undefined }> {
  if (filter.isWordless) return { plants: [], next: undefined };
  const found = await db.search.page({ filter, sort, count: limit + 1, after }, by);
  const plants = found.slice(0, limit);
  const last = plants.at(-1);
  return {
    plants: plants.map(toStoredPlant),
    next: found.length > limit && last ? positionOf(last, sort) : undefined,
  };
}

export const count = async (db: Database, filter: ParsedFilter = everything, by?: ReadBy): Promise<number> =>
  filter.isWordless ? 0 : Number(await db.search.count(filter, by));

/** Up to `limit` tags that match `q`, most used first, with the number of plants of each. */
export async function tags(
  db: Database,
  { q = '', limit }: { q?: string | undefined; limit: number },
  by?: ReadBy,
): Promise<{ tag: string; count: number }[]> {
  const { words, isWordless } = searchOf(q);
  return isWordless ? [] : (await db.search.tags({ words, limit }, by)).map(counted);
}

export async function statistics(db: Database, by?: ReadBy) {
  const { total, untagged, byTag, byWeek } = await db.search.statistics(by);
  return {
    total: Number(total),
    untagged: Number(untagged),
    byTag: byTag.map(counted),
    byWeek: byWeek.map(({ week, count }) => ({ week: isoWeek(week), count: Number(count) })),
  };
}

const counted = ({ tag, count }: { tag: string; count: bigint }) => ({ tag, count: Number(count) });

/** The name of a week in ISO 8601: the year is that of its Thursday, and the count begins at the first Thursday. */
function isoWeek(week: bigint): string {
  const thursday = dateOf(mondayMicroseconds + week * weekMicroseconds);
  thursday.setUTCDate(thursday.getUTCDate() + 3);
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}
