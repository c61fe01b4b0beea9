import type { PlantFinder } from '../plant-finder.ts';
import type { LongReader } from '../sqlite/long-reader.ts';
import type { Reader } from '../sqlite/reader.ts';
import { page } from './page.ts';

/** Finds plants in SQLite: at once what takes a moment, and the rest on the thread for long reads. */
export const createFinder = (reader: Reader, long: LongReader): PlantFinder => ({
  page: async (wanted) =>
    ((await reader.read(() => page(wanted, false))) as
      | Awaited<ReturnType<PlantFinder['page']>>
      | undefined) ??
    (await long.read('page', wanted)) ??
    [],
  count: (filter) => long.read('count', filter),
  tags: (wanted) => long.read('tags', wanted),
  numbers: () => long.read('numbers', undefined),
});
