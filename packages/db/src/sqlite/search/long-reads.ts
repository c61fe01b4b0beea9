import type { Steps } from '@plant-store/engine';
import type { PlantPageQuery, TrashQuery } from '../../handle/plant-search.ts';
import { trashPage } from '../../plants/trash-page.ts';
import { countPlants, plantStatistics, tagCounts } from './counts.ts';
import { longPage } from './plant-page.ts';

export const longReads = {
  page: (query: PlantPageQuery) => longPage(query),
  count: countPlants,
  tags: tagCounts,
  numbers: (_: undefined) => plantStatistics(),
  trash: (page: TrashQuery) => trashPage('sqlite', page),
};

type LongReads = typeof longReads;

export type ReadLong = <Name extends keyof LongReads>(
  name: Name,
  input: Parameters<LongReads[Name]>[0],
  caller?: string,
) => Promise<ReturnType<LongReads[Name]> extends Steps<infer Result> ? Result : never>;
