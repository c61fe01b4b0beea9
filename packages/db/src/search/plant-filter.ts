import type { PlantSort } from '@plant-store/schema';
import { isInRanges, tagSpellings } from '@plant-store/schema/without-zod';
import type { FoundPlant, ParsedFilter, Position } from '../handle/plant-search.ts';

export const matchesFilter = (
  { words, isWordless, ids = [], tag, addedFrom, addedBefore }: ParsedFilter,
  plant: Pick<FoundPlant, 'id' | 'tag' | 'addedAt' | 'folded'>,
): boolean =>
  !isWordless &&
  (isInRanges(plant.id, ids) || words.every((word) => plant.folded.includes(` ${word}`))) &&
  (tag === undefined || isTag(plant.tag, tag)) &&
  (addedFrom === undefined || plant.addedAt >= addedFrom) &&
  (addedBefore === undefined || plant.addedAt < addedBefore);

const isTag = (stored: string | null, tag: string | null): boolean =>
  tag === null || stored === null ? stored === tag : tagSpellings(tag).includes(stored);

export const orderOf = (sort: PlantSort): { by: 'added' | 'name' | 'id'; isDescending: boolean } => {
  const by = sort.replace('-', '') as 'added' | 'name' | 'id';
  return { by, isDescending: sort !== by };
};

export const positionOf = ({ id, addedAt, folded }: FoundPlant, sort: PlantSort): Position => ({
  key: { added: addedAt, name: folded, id }[orderOf(sort).by],
  id,
});

/** Weeks are counted from this Monday, a stamp in microseconds. */
export const weekMicroseconds = 604_800_000_000n;
export const mondayMicroseconds = -259_200_000_000n;
