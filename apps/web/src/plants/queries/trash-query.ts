import type { TrashedPlant } from '@plant-store/schema';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';

export const trashKey = ['trash'];

export type TrashPage = Page<TrashedPlant>;

export const trashPages = (first?: TrashPage) =>
  pagesOf(trashKey, (cursor, options) => browserClient.trash.list.query({ cursor }, options), first);

export const hasTrash = queryOptions({
  queryKey: [...trashKey, 'has-plants'],
  queryFn: async ({ signal }) =>
    (await browserClient.trash.list.query({ limit: 1 }, { signal })).items.length > 0,
});

type Deletion = { count: number; receipt: bigint };

/** The last bulk deletion of this page. It is kept until a plant is added or the deletion is undone. */
export const lastDeletion = queryOptions<Deletion>({
  queryKey: ['last-deletion'],
  queryFn: skipToken,
  staleTime: 'static',
});

export function rememberDeletion(queries: QueryClient, deletion: Deletion) {
  queries.setQueryData(lastDeletion.queryKey, deletion);
  void queries.invalidateQueries({ queryKey: trashKey });
}

export const forgetDeletion = (queries: QueryClient) => queries.removeQueries(lastDeletion);
