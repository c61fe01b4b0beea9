import type { Steps } from '../../core/sql.ts';
import type { PlantSearch } from '../../engine-interface/plant-search.ts';
import { namesWithPrefix } from '../../search/spellings.ts';
import type { ReadLong } from './long-reads.ts';
import { plantPage } from './plant-page.ts';

/** Finds plants in SQLite. A quick search runs immediately, a long search in the thread for long reads. */
export const createSqliteSearch = (
  read: <Result>(steps: () => Steps<Result>) => Promise<Result>,
  readLong: ReadLong,
  index: { updateIndex(): void },
): PlantSearch => ({
  page: async (query) => {
    const found = await read(() => plantPage(query, false));
    if (found) return found;
    // Another process may have written many plants.
    if (query.filter.words.length > 0) index.updateIndex();
    return (await readLong('page', query)) ?? [];
  },
  count: (filter) => readLong('count', filter),
  tags: (query) => readLong('tags', query),
  names: (beginning) => read(() => namesWithPrefix(beginning)),
  statistics: () => readLong('numbers', undefined),
  trash: (page) => readLong('trash', page),
});
