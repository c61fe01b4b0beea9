import type { PlantFinder } from '../catalogue/plant-finder.ts';
import { namesFrom } from '../catalogue/spellings.ts';
import type { Steps } from '../engine/sql.ts';
import type { LongReader } from '../sqlite/long-reader.ts';
import { page } from './page.ts';

/** Finds plants in SQLite: at once what takes a moment, and the rest on the thread for long reads. */
export const createFinder = (
  read: <Result>(steps: () => Steps<Result>) => Promise<Result>,
  long: LongReader,
  learner: { look(): void },
): PlantFinder => ({
  page: async (wanted) => {
    const found = await read(() => page(wanted, false));
    if (found) return found;
    // Another process may have written much.
    if (wanted.filter.words.length > 0) learner.look();
    return (await long.read('page', wanted)) ?? [];
  },
  count: (filter) => long.read('count', filter),
  tags: (wanted) => long.read('tags', wanted),
  names: (beginning) => read(() => namesFrom(beginning)),
  numbers: () => long.read('numbers', undefined),
  trash: (page) => long.read('trash', page),
});
