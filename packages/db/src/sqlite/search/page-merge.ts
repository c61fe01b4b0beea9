import type { FoundPlant, PlantPageQuery } from '../../engine-interface/plant-search.ts';
import { orderOf } from '../../search/plant-filter.ts';

/** Merges sorted pages into one. */
export function mergePages(found: FoundPlant[][], { sort, count }: PlantPageQuery): FoundPlant[] {
  const plants = new Map(found.flat().map((plant) => [plant.id, plant]));
  const { by, isDescending } = orderOf(sort);
  const compare = by === 'name' ? compareNames : compareStamps;
  const direction = isDescending ? -1 : 1;
  return [...plants.values()].sort((a, b) => direction * compare(a, b)).slice(0, count);
}

export const compareStamps = (a: Stamped, b: Stamped): number =>
  a.addedAt === b.addedAt ? compareIds(a, b) : a.addedAt < b.addedAt ? -1 : 1;
type Stamped = Pick<FoundPlant, 'addedAt' | 'id'>;

const compareNames = (a: FoundPlant, b: FoundPlant): number =>
  compareBytes(a.folded, b.folded) || compareIds(a, b);

const compareIds = (a: Stamped, b: Stamped): number => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

/** Compares texts as SQLite does. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
