import type { StoredPlant } from '@plant-store/schema';
import type { PageOfPlants } from './list-queries.ts';

export function countNew({ items }: PageOfPlants, listed: readonly StoredPlant[]): number {
  // Compares with several plants, because the first one may have been removed meanwhile.
  const known = new Set(listed.slice(0, 2 * items.length).map(({ id }) => id));
  const firstKnown = items.findIndex(({ id }) => known.has(id));
  return firstKnown === -1 ? items.length : firstKnown;
}
