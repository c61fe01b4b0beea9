import type { Steps } from '../../core/sql.ts';
import type { PageQuery, TrashQuery } from '../../engine-interface/plant-search.ts';
import { trashPage } from '../../plants/trash-page.ts';
import { countPlants, plantStatistics, tagCounts } from './counts.ts';
import { page } from './plant-page.ts';

/** Reads that may scan all plants, so they run in their own thread. */
export const longReads = {
  page: (query: PageQuery) => page(query, true),
  count: countPlants,
  tags: tagCounts,
  numbers: (_: undefined) => plantStatistics(),
  trash: (page: TrashQuery) => trashPage('sqlite', page),
};

export type LongReads = typeof longReads;
export type LongRead<Name extends keyof LongReads = keyof LongReads> = {
  name: Name;
  input: Parameters<LongReads[Name]>[0];
};
export type LongReadResult<Name extends keyof LongReads> =
  ReturnType<LongReads[Name]> extends Steps<infer Result> ? Result : never;
