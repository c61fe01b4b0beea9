import { int64Max, type StoredPlant } from '@plant-store/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
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

/**
 * The list, newest first, as far as it was loaded; it starts with the page that the server sent along. It is not read
 * again behind the back of whoever reads it: others' additions are offered (`newestPlants`).
 */
export const plantPages = (first?: PlantPage) =>
  infiniteQueryOptions({
    queryKey: ['plants'],
    queryFn: ({ pageParam, signal }): Promise<PlantPage> =>
      browserClient.plants.list.query(
        { limit: pageParam === undefined ? pageLength : furtherLength, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    staleTime: 'static',
    gcTime: keptMs,
  });

/** The newest plants, looked up again and again while the page is looked at. */
export const newestPlants = (first?: PlantPage) =>
  queryOptions({
    queryKey: ['newest-plants'],
    queryFn: ({ signal }): Promise<PlantPage> =>
      browserClient.plants.list.query({ limit: pageLength }, { signal }),
    initialData: first,
    refetchInterval: newestEveryMs,
  });

/** Begins the list anew with its newest plants. */
export function showNewest(queries: QueryClient, newest: PlantPage) {
  queries.setQueryData(plantPages().queryKey, { pages: [newest], pageParams: [undefined] });
}

/** An id that is free, to suggest. */
export const nextFreeId = (first?: bigint) =>
  queryOptions({
    queryKey: ['next-free-id'],
    queryFn: ({ signal }) => browserClient.plants.nextFreeId.query(undefined, { signal }),
    initialData: first,
  });

/** Puts a plant that was just added at the top of the list, and has the next free id looked up. */
export async function showAdded(queries: QueryClient, plant: StoredPlant) {
  // A list that is on its way may have been read before the plant was there.
  await queries.cancelQueries({ queryKey: plantPages().queryKey });
  queries.setQueryData(plantPages().queryKey, (data) => data && withPlant(data, plant));
  // Until the store has answered, the id after this one is the best guess.
  queries.setQueryData(nextFreeId().queryKey, (free) =>
    free === plant.id && free < int64Max ? free + 1n : free,
  );
  void queries.invalidateQueries({ queryKey: nextFreeId().queryKey });
}

/** Has the newest plants and the next free id looked up again: somebody else has added a plant. */
export function refreshPlants(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: nextFreeId().queryKey });
  void queries.invalidateQueries({ queryKey: newestPlants().queryKey });
}

/** Shows in the lists what a plant has become. */
export function showChanged(queries: QueryClient, plant: StoredPlant) {
  changeLists(queries, (items) => items.map((one) => (one.id === plant.id ? plant : one)));
}

/** Takes plants out of the lists; the function that it returns puts the lists back as they were. */
export function showRemoved(queries: QueryClient, ids: readonly bigint[]): () => void {
  const gone = new Set(ids);
  const before = queries.getQueriesData<InfiniteData<PlantPage>>({ queryKey: plantPages().queryKey });
  changeLists(queries, (items) => items.filter(({ id }) => !gone.has(id)));
  void queries.invalidateQueries({ queryKey: nextFreeId().queryKey });
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
    void queries.invalidateQueries({ queryKey: nextFreeId().queryKey });
  };
}

/** Has the lists read anew when they are looked at again. */
export function forgetLists(queries: QueryClient) {
  queries.removeQueries({ queryKey: plantPages().queryKey });
  queries.removeQueries({ queryKey: newestPlants().queryKey });
}

function changeLists(queries: QueryClient, change: (items: StoredPlant[]) => StoredPlant[]) {
  queries.setQueriesData<InfiniteData<PlantPage>>(
    { queryKey: plantPages().queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

function withPlant(data: InfiniteData<PlantPage>, plant: StoredPlant) {
  const [first, ...rest] = data.pages;
  if (!first || data.pages.some(({ items }) => items.some(({ id }) => id === plant.id))) return data;
  return { ...data, pages: [{ ...first, items: [plant, ...first.items] }, ...rest] };
}
