import type { PlantChange } from '@plant-store/schema';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { browserClient } from '../store/browser-client.ts';
import { readVersion, type Version } from './plant-requests.ts';

export type HistoryPage = { items: PlantChange[]; nextCursor?: string | undefined };

/** One plant, looked up again when its page is come back to. */
export const plantVersion = (id: bigint, first?: Version) =>
  queryOptions({
    queryKey: ['plant', String(id)],
    queryFn: () => readVersion(id),
    initialData: first,
  });

/** The changes of a plant, the last one first, as far as they were asked for. */
export const plantHistory = (id: bigint, first?: HistoryPage) =>
  infiniteQueryOptions({
    queryKey: ['plant', String(id), 'history'],
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> =>
      browserClient.plants.history.query({ id, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
  });

/** Shows a version that has just been saved, and has its history looked up again. */
export function showVersion(queries: QueryClient, version: Version) {
  const { id } = version.plant;
  queries.setQueryData(plantVersion(id).queryKey, version);
  void queries.invalidateQueries({ queryKey: plantHistory(id).queryKey });
}
