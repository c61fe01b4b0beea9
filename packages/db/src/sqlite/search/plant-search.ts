import type { Steps } from '@plant-store/engine';
import type { PlantSearch } from '../../handle/plant-search.ts';
import { namesWithPrefix } from '../../search/spellings.ts';
import type { ReadLong } from './long-reads.ts';
import { isByTime, quickPage } from './plant-page.ts';

/** Finds plants in SQLite. A quick search runs on the event loop, a long search in a thread for long reads. */
export const createSqliteSearch = (
  read: <Result>(steps: () => Steps<Result>, caller?: string) => Promise<Result>,
  { pages, counts }: { pages: ReadLong; counts: ReadLong },
  index: { wakeBackground(): void },
): PlantSearch => ({
  page: async (query, { caller, isExport } = {}) => {
    const found = isExport ? undefined : await read(() => quickPage(query), caller);
    if (found) return found;
    // A search by time is quick, unless another process wrote many plants that the index lacks.
    if (!isExport && isByTime(query) && query.filter.words.length > 0) index.wakeBackground();
    return pages('page', query, caller);
  },
  count: (filter, by) => counts('count', filter, by?.caller),
  tags: (query, by) => counts('tags', query, by?.caller),
  names: (beginning, by) => read(() => namesWithPrefix(beginning), by?.caller),
  statistics: (by) => counts('numbers', undefined, by?.caller),
  trash: (page, by) => counts('trash', page, by?.caller),
});
