import type { StoredPlant } from '@plant-store/schema';
import type { PageOfPlants } from './plant-queries.ts';

/** Counts the newest plants that are above the first plant of the list. */
export function countNew({ items }: PageOfPlants, listed: readonly StoredPlant[]): number {
  // Compares with more than the first plant, because that plant may have been removed since.
  const known = new Set(listed.slice(0, 2 * items.length).map(({ id }) => id));
  const firstKnown = items.findIndex(({ id }) => known.has(id));
  return firstKnown === -1 ? items.length : firstKnown;
}
