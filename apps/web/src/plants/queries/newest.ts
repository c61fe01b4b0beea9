import type { StoredPlant } from '@plant-store/schema';
import type { PageOfPlants } from './plant-queries.ts';

/** The number of the newest plants that are above the first plant of the list. */
export function countNew({ items }: PageOfPlants, listed: readonly StoredPlant[]): number {
  // The first of a list may have been removed meanwhile, but hardly as many as this.
  const known = new Set(listed.slice(0, 2 * items.length).map(({ id }) => id));
  const firstKnown = items.findIndex(({ id }) => known.has(id));
  return firstKnown === -1 ? items.length : firstKnown;
}
