import { int64Max, type StoredPlant } from '@plant-store/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { addressOf, allPlants, filterOf, type PlantSearch } from '../search/plant-search.ts';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';

export type PlantPage = { items: StoredPlant[]; nextCursor?: string | undefined };

/** How many plants come with the page itself; what follows is read in larger parts. */
export const pageLength = 50;
const furtherLength = 200;

/** More is read when no more than this many rows are left below the screen. */
export const readAheadRows = 150;

/** The place in a list outlives what one does on another page. */
const keptMs = 30 * 60_000;
const newestEveryMs = 20_000;

const listKey = 'plants';

/**
 * The list of what is looked for, as far as it was loaded; it starts with the page that the server sent along. It is not
 * read again behind the back of whoever reads it: others' additions are offered (`newestPlants`).
 */
export const plantPages = (search: PlantSearch, first?: PlantPage) =>
  infiniteQueryOptions({
    queryKey: [listKey, addressOf(search)],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // What is there stays until what is looked for has been found.
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: keptMs,
  });

const readPage = (search: PlantSearch, cursor?: string, signal?: AbortSignal): Promise<PlantPage> =>
  browserClient.plants.list.query(
    {
      ...filterOf(search),
      sort: search.sort,
      limit: cursor === undefined ? pageLength : furtherLength,
      cursor,
    },
    { signal },
  );

/** How many plants are found. */
export const plantCount = (search: PlantSearch) =>
  queryOptions({
    queryKey: ['plant-count', addressOf({ ...search, sort: allPlants.sort })],
    queryFn: async ({ signal }) =>
      (await browserClient.plants.count.query(filterOf(search), { signal })).count,
  });

/** The newest plants of those looked for, looked up again and again while the page is looked at. */
export const newestPlants = (search: PlantSearch, first?: PlantPage) =>
  queryOptions({
    queryKey: ['newest-plants', addressOf(search)],
    queryFn: ({ signal }): Promise<PlantPage> =>
      browserClient.plants.list.query({ ...filterOf(search), limit: pageLength }, { signal }),
    initialData: first,
    refetchInterval: newestEveryMs,
    // In another order the newest are not what the list begins with.
    enabled: search.sort === allPlants.sort,
  });

/** Begins the list anew with its newest plants. */
export function showNewest(queries: QueryClient, search: PlantSearch, newest: PlantPage) {
  queries.setQueryData(plantPages(search).queryKey, { pages: [newest], pageParams: [undefined] });
  recount(queries);
}

/** An id that is free, to suggest. */
export const nextFreeId = (first?: bigint) =>
  queryOptions({
    queryKey: ['next-free-id'],
    queryFn: ({ signal }) => browserClient.plants.nextFreeId.query(undefined, { signal }),
    initialData: first,
  });

/** Puts a plant that was just added at the top of the whole list, and has the next free id looked up. */
export async function showAdded(queries: QueryClient, plant: StoredPlant) {
  const { queryKey } = plantPages(allPlants);
  // A list that is on its way may have been read before the plant was there.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (data) => data && withPlant(data, plant));
  // Until the store has answered, the id after this one is the best guess.
  queries.setQueryData(nextFreeId().queryKey, (free) =>
    free === plant.id && free < int64Max ? free + 1n : free,
  );
  refreshPlants(queries);
}

/** Has the newest plants, their number and the next free id looked up again: a plant was added. */
export function refreshPlants(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: nextFreeId().queryKey });
  void queries.invalidateQueries({ queryKey: ['newest-plants'] });
  recount(queries);
}

function recount(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['plant-count'] });
  void queries.invalidateQueries({ queryKey: ['tags'] });
  void queries.invalidateQueries({ queryKey: ['statistics'] });
}

/** Shows in the lists what a plant has become. */
export function showChanged(queries: QueryClient, plant: StoredPlant) {
  changeLists(queries, (items) => items.map((one) => (one.id === plant.id ? plant : one)));
}

/** Takes plants out of the lists; the function that it returns puts the lists back as they were. */
export function showRemoved(queries: QueryClient, ids: readonly bigint[]): () => void {
  const gone = new Set(ids);
  const before = queries.getQueriesData<InfiniteData<PlantPage>>({ queryKey: [listKey] });
  changeLists(queries, (items) => items.filter(({ id }) => !gone.has(id)));
  refreshPlants(queries);
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
    refreshPlants(queries);
  };
}

/** Reads a list anew from its top, and the others when they are looked at again: many plants are not what they were. */
export async function readAnew(queries: QueryClient, search: PlantSearch) {
  queries.removeQueries({ queryKey: [listKey], type: 'inactive' });
  refreshPlants(queries);
  const page = await attempt(() => readPage(search));
  if ('value' in page) showNewest(queries, search, page.value);
}

/** Has the lists read anew when they are looked at again. */
export function forgetLists(queries: QueryClient) {
  queries.removeQueries({ queryKey: [listKey], type: 'inactive' });
  queries.removeQueries({ queryKey: ['newest-plants'] });
  recount(queries);
}

function changeLists(queries: QueryClient, change: (items: StoredPlant[]) => StoredPlant[]) {
  queries.setQueriesData<InfiniteData<PlantPage>>(
    { queryKey: [listKey] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

function withPlant(data: InfiniteData<PlantPage>, plant: StoredPlant) {
  const [first, ...rest] = data.pages;
  if (!first || data.pages.some(({ items }) => items.some(({ id }) => id === plant.id))) return data;
  return { ...data, pages: [{ ...first, items: [plant, ...first.items] }, ...rest] };
}
