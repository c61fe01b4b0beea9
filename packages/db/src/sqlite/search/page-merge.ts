import type { FoundPlant, PlantPageQuery } from '../../handle/plant-search.ts';
import { orderOf } from '../../search/plant-filter.ts';

export function mergePages(found: FoundPlant[][], { sort, count }: PlantPageQuery): FoundPlant[] {
  const plants = new Map(found.flat().map((plant) => [plant.id, plant]));
  const direction = orderOf(sort).isDescending ? -1 : 1;
  return [...plants.values()].sort((a, b) => direction * compareStamps(a, b)).slice(0, count);
}

export const compareStamps = (a: Stamped, b: Stamped): number =>
  a.addedAt === b.addedAt ? compareIds(a, b) : a.addedAt < b.addedAt ? -1 : 1;
type Stamped = Pick<FoundPlant, 'addedAt' | 'id'>;

const compareIds = (a: Stamped, b: Stamped): number => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);
