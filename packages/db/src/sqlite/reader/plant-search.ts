import type { Steps } from '../../core/sql.ts';
import type { PlantSearch } from '../../database/plant-search.ts';
import { namesWithPrefix } from '../../search/spellings.ts';
import { page } from '../search/page.ts';
import type { LongReader } from './long-reader.ts';

/** Finds plants in SQLite: at once what takes a moment, and the rest on the thread for long reads. */
export const createFinder = (
  read: <Result>(steps: () => Steps<Result>) => Promise<Result>,
  long: LongReader,
  learner: { look(): void },
): PlantSearch => ({
  page: async (wanted) => {
    const found = await read(() => page(wanted, false));
    if (found) return found;
    // Another process may have written much.
    if (wanted.filter.words.length > 0) learner.look();
    return (await long.read('page', wanted)) ?? [];
  },
  count: (filter) => long.read('count', filter),
  tags: (wanted) => long.read('tags', wanted),
  names: (beginning) => read(() => namesWithPrefix(beginning)),
  statistics: () => long.read('numbers', undefined),
  trash: (page) => long.read('trash', page),
});
