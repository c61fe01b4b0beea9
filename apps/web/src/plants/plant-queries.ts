import type { StoredPlant } from '@plant-store/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import { addressOf, allPlants, filterOf, type PlantSearch } from '../search/plant-search.ts';
import { browserClient } from '../store/browser-client.ts';
import type { Page } from '../store/pages-of.ts';

export type PlantPage = Page<StoredPlant>;

/** A list of plants, as far as it was loaded. */
export type PlantPages = InfiniteData<PlantPage, string | undefined>;

/** How many plants come with the page itself; what follows is read in larger parts. */
export const pageLength = 50;
const furtherLength = 200;

/** More is read when no more than this many rows are left below the screen. */
export const readAheadRows = 150;

/** The place in a list outlives what one does on another page. */
const keptMs = 30 * 60_000;
const newestEveryMs = 20_000;
const retryMs = 10_000;

/** What the lists, and the newest plants of each, are kept under. */
export const listsKey = ['plants'];
export const newestKey = ['newest-plants'];

/**
 * The list of what is looked for, as far as it was loaded; it starts with the page that the server sent along. It is not
 * read again behind the back of whoever reads it: others' additions are offered (`newestPlants`).
 */
export const plantPages = (search: PlantSearch, first?: PlantPage) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, addressOf(search)],
    queryFn: ({ pageParam, signal }): Promise<PlantPage> =>
      browserClient.plants.list.query(
        {
          ...filterOf(search),
          sort: search.sort,
          limit: pageParam === undefined ? pageLength : furtherLength,
          cursor: pageParam,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // What is there stays until what is looked for has been found.
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: keptMs,
    // A list that could not be read comes by itself once the store is back.
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  });

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
    queryKey: [...newestKey, addressOf(search)],
    queryFn: ({ signal }): Promise<PlantPage> =>
      browserClient.plants.list.query({ ...filterOf(search), limit: pageLength }, { signal }),
    initialData: first,
    refetchInterval: newestEveryMs,
    // In another order the newest are not what the list begins with.
    enabled: search.sort === allPlants.sort,
  });

/** An id that is free, to suggest. */
export const nextFreeId = (first?: bigint) =>
  queryOptions({
    queryKey: ['next-free-id'],
    queryFn: ({ signal }) => browserClient.plants.nextFreeId.query(undefined, { signal }),
    initialData: first,
  });
