import type { PlantPage } from '../catalogue/plant-finder.ts';
import { type TrashPage, trashPage } from '../catalogue/trash-page.ts';
import type { Steps } from '../engine/sql.ts';
import { count, numbers, tags } from './numbers.ts';
import { page } from './page.ts';

/** What may go through all plants, and therefore has a thread of its own. */
export const longReads = {
  page: (wanted: PlantPage) => page(wanted, true),
  count,
  tags,
  numbers: (_: undefined) => numbers(),
  trash: (page: TrashPage) => trashPage('sqlite', page),
};

export type LongReads = typeof longReads;
export type LongRead<Name extends keyof LongReads = keyof LongReads> = {
  name: Name;
  input: Parameters<LongReads[Name]>[0];
};
export type Given<Name extends keyof LongReads> =
  ReturnType<LongReads[Name]> extends Steps<infer Result> ? Result : never;
