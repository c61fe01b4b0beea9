import type { StoredPlant } from '@plant-store/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import type { Page } from '../../api/pages-of.ts';
import { addressOf, filterOf, type PlantSearch } from '../search/plant-search.ts';

export type PageOfPlants = Page<StoredPlant>;

export type PlantPages = InfiniteData<PageOfPlants, string | undefined>;

export const rowsOf = ({ pages }: { pages: PageOfPlants[] }): StoredPlant[] =>
  pages.flatMap(({ items }) => items);

/** The number of plants in the first page of a list, sent by the server. Later requests read larger pages. */
export const pageLength = 50;
export const furtherLength = 200;

/** More plants are read when at most this number of rows is below the screen. */
export const readAheadRows = 150;

/** How long the place in a list is kept while other pages are open. */
const keptMs = 30 * 60_000;
const retryMs = 10_000;

export const listsKey = ['plants'];
export const newestKey = ['newest-plants'];
export const withheldKey = ['withheld-plants'];

/** Not read again by the library: `readList` follows the store, and moves nothing that the person reads. */
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
    // The result of the previous search stays until the new search has an answer.
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: keptMs,
    // A list that could not be read is requested again until the store answers.
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  });

/** The plants of others that belong above the visible rows. They wait in the list until the person shows them. */
export type Withheld = {
  ids: ReadonlySet<bigint>;
  /** The present beginning of the list, if too many rows came to read it as far as the visible ones. */
  anew?: PlantPages;
};

export const nothingWithheld: Withheld = { ids: new Set() };

export const withheldPlants = (search: PlantSearch) =>
  queryOptions({
    queryKey: [...withheldKey, addressOf(search)],
    queryFn: skipToken,
    initialData: nothingWithheld,
    staleTime: 'static',
    gcTime: keptMs,
  });

/** The newest plants that a search finds. */
export const newestPlants = (search: PlantSearch) =>
  queryOptions({
    queryKey: [...newestKey, addressOf(search)],
    queryFn: ({ signal }): Promise<PageOfPlants> =>
      browserClient.plants.list.query({ ...filterOf(search), limit: pageLength }, { signal }),
  });

/** Ranges of free ids, each with its first and last one. */
export type FreeIds = readonly (readonly [first: bigint, last: bigint])[];

/** The free ids with which the person may go on. Empty if the store suggests none. */
export const freeIds = (first?: FreeIds) =>
  queryOptions({
    queryKey: ['free-ids'],
    queryFn: ({ signal }): Promise<FreeIds> => browserClient.plants.freeIds.query(undefined, { signal }),
    initialData: first,
  });
