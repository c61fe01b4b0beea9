import type { PlantChange } from '@plant-store/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';
import { readVersion, type Version } from './plant-requests.ts';

export type HistoryPage = Page<PlantChange>;

export const plantVersion = (id: bigint) =>
  queryOptions({
    queryKey: ['plant', String(id)],
    queryFn: () => readVersion(id),
    // Reads the plant again whenever its page is opened, so that changes from other pages and people appear.
    staleTime: 0,
  });

/** The query of the plant with an id, null if there is none. It is read again whenever it is used. */
export const plantWithId = (id: bigint) =>
  queryOptions({
    queryKey: ['plant-with-id', String(id)],
    queryFn: ({ signal }) => browserClient.plants.find.query({ id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const plantHistory = (id: bigint, first?: HistoryPage) =>
  pagesOf(
    ['plant', String(id), 'history'],
    (cursor, options) => browserClient.plants.history.query({ id, cursor }, options),
    first,
  );

/** Shows a version that the person knows. */
export function showVersion(queries: QueryClient, version: Version) {
  const { id } = version.plant;
  queries.setQueryData(plantVersion(id).queryKey, { ...version, isKnown: true });
  void queries.invalidateQueries({ queryKey: plantHistory(id).queryKey });
}
