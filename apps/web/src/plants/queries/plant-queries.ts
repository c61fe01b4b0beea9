import type { StoredPlant } from '@plant-store/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import type { Page } from '../../api/pages-of.ts';
import { addressOf, allPlants, filterOf, type PlantSearch } from '../search/plant-search.ts';

export type PageOfPlants = Page<StoredPlant>;

/** A list of plants, as far as it was loaded. */
export type PlantPages = InfiniteData<PageOfPlants, string | undefined>;

/** The number of plants that come with the page. Later requests read more at once. */
export const pageLength = 50;
const furtherLength = 200;

/** More is read when no more than this many rows are left below the screen. */
export const readAheadRows = 150;

/** The place in a list is kept for so long while other pages are open. */
const keptMs = 30 * 60_000;
const newestEveryMs = 20_000;
const retryMs = 10_000;

/** The query keys of the lists, and of the newest plants of each list. */
export const listsKey = ['plants'];
export const newestKey = ['newest-plants'];

/**
 * The list for a search, as far as it was loaded. It starts with the page that the server has sent. It is not read
 * again by itself, because rows would move: `newestPlants` offers the additions of others.
 */
export const plantPages = (search: PlantSearch, first?: PageOfPlants) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, addressOf(search)],
    queryFn: ({ pageParam, signal }): Promise<PageOfPlants> =>
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
    // The plants found before stay until the next search has an answer.
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: keptMs,
    // A list that could not be read is tried again until the store is back.
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  });

/** The number of plants that a search finds. */
export const plantCount = (search: PlantSearch) =>
  queryOptions({
    queryKey: ['plant-count', addressOf({ ...search, sort: allPlants.sort })],
    queryFn: async ({ signal }) =>
      (await browserClient.plants.count.query(filterOf(search), { signal })).count,
  });

/** The newest plants of a search, read again every 20 s while the page is visible. */
export const newestPlants = (search: PlantSearch, first?: PageOfPlants) =>
  queryOptions({
    queryKey: [...newestKey, addressOf(search)],
    queryFn: ({ signal }): Promise<PageOfPlants> =>
      browserClient.plants.list.query({ ...filterOf(search), limit: pageLength }, { signal }),
    initialData: first,
    refetchInterval: newestEveryMs,
    // Other sort orders do not begin with the newest plants.
    enabled: search.sort === allPlants.sort,
  });

/** An id that is free, to suggest. */
export const nextFreeId = (first?: bigint) =>
  queryOptions({
    queryKey: ['next-free-id'],
    queryFn: ({ signal }) => browserClient.plants.nextFreeId.query(undefined, { signal }),
    initialData: first,
  });
