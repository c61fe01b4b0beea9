import type { Steps } from '../../core/sql.ts';
import type { PlantSearch } from '../../database/plant-search.ts';
import { namesWithPrefix } from '../../search/spellings.ts';
import { page } from '../search/page.ts';
import type { LongReader } from './long-reader.ts';

/** Finds plants in SQLite. A quick search runs immediately, a long search in the thread for long reads. */
export const createSqliteSearch = (
  read: <Result>(steps: () => Steps<Result>) => Promise<Result>,
  longReader: LongReader,
  index: { updateIndex(): void },
): PlantSearch => ({
  page: async (query) => {
    const found = await read(() => page(query, false));
    if (found) return found;
    // Another process may have written many plants.
    if (query.filter.words.length > 0) index.updateIndex();
    return (await longReader.read('page', query)) ?? [];
  },
  count: (filter) => longReader.read('count', filter),
  tags: (query) => longReader.read('tags', query),
  names: (beginning) => read(() => namesWithPrefix(beginning)),
  statistics: () => longReader.read('numbers', undefined),
  trash: (page) => longReader.read('trash', page),
});
