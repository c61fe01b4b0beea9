import { faultUnpacking, type OnProgress, type Steps } from '@plant-store/engine';
import { openSqlite, type SqliteParts } from '@plant-store/engine/sqlite';
import { PrismaClient } from '../../generated/sqlite/client/client.ts';
import { sqliteFiles } from '../core/models.ts';
import type { Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';
import type { PlantSearch } from '../handle/plant-search.ts';
import { namesWithPrefix } from '../search/spellings.ts';
import type { ReadLong } from './search/long-reads.ts';
import { isByTime, quickPage } from './search/plant-page.ts';
import { prepareWordIndex } from './word-index/search-preparation.ts';

/** The maximum numbers of pending reads: ten seconds with a million plants. */
const places = { pages: 1_000, counts: 50 };

const parts: SqliteParts<PrismaClient> = {
  files: sqliteFiles,
  prepare: prepareWordIndex,
  threads: new URL('./plant-threads.ts', import.meta.url).href,
  // The first page of the list, and both ends of the catalogue.
  healthReads: [
    'ORDER BY "added_at" DESC, "id" DESC LIMIT 50',
    'ORDER BY "id" LIMIT 1',
    'ORDER BY "id" DESC LIMIT 1',
  ].map((part) => `SELECT * FROM "plants" ${part}`),
  // Other formats read the source for each error, and show values. An extended client has all members that are used.
  createClient: (adapter) =>
    new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends(faultUnpacking) as unknown as PrismaClient,
};

export async function openPlants(path: string, onProgress: OnProgress): Promise<Database> {
  const { store, read, openLongReader, runStaged, wakeBackground } = await openSqlite<
    Transaction,
    PrismaClient
  >(path, parts, onProgress);
  // A page of a list needs milliseconds, a count up to a second: so no list waits for a count.
  const pages = openLongReader(places.pages) as ReadLong;
  const counts = openLongReader(places.counts) as ReadLong;
  return {
    ...store,
    search: createSqliteSearch(read, { pages, counts }, { wakeBackground }),
    importFile: (source, input, options) => runStaged(importThread, source, input, options),
  };
}

const importThread = new URL('./imports/import-thread.ts', import.meta.url);

/** Finds plants in SQLite. A quick search runs on the event loop, a long search in a thread for long reads. */
const createSqliteSearch = (
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
