import type { PlantChange } from '@plant-store/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';
import { readVersion, type Version } from './plant-requests.ts';

export type HistoryPage = Page<PlantChange>;

/** One plant, looked up again when its page is come back to. */
export const plantVersion = (id: bigint, first?: Version) =>
  queryOptions({
    queryKey: ['plant', String(id)],
    queryFn: () => readVersion(id),
    initialData: first,
    // Changes from other pages and people appear when the page is opened again.
    staleTime: 0,
  });

/** The history of a plant, latest change first, as far as it was requested. */
export const plantHistory = (id: bigint, first?: HistoryPage) =>
  pagesOf(
    ['plant', String(id), 'history'],
    (cursor, options) => browserClient.plants.history.query({ id, cursor }, options),
    first,
  );

/** Shows a version that has just been saved, and has its history looked up again. */
export function showVersion(queries: QueryClient, version: Version) {
  const { id } = version.plant;
  queries.setQueryData(plantVersion(id).queryKey, version);
  void queries.invalidateQueries({ queryKey: plantHistory(id).queryKey });
}
