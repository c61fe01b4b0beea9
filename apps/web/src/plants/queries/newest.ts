import type { StoredPlant } from '@plant-store/schema';
import type { PageOfPlants } from './list-queries.ts';

/** The number of plants that others added: neither in the list, nor among `own`, which wait for their answer. */
export function countNew(
  { items }: PageOfPlants,
  listed: readonly StoredPlant[],
  own: readonly bigint[] = [],
): number {
  // Compares with several plants, because the first one may have been removed meanwhile.
  const known = new Set(listed.slice(0, 2 * items.length).map(({ id }) => id));
  // Below the last known plant are those that moved up into the page, because others were removed.
  const lastKnown = items.findLastIndex(({ id }) => known.has(id));
  return items
    .slice(0, lastKnown === -1 ? undefined : lastKnown)
    .filter(({ id }) => !known.has(id) && !own.includes(id)).length;
}
