import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { trashKey } from './trash-query.ts';

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
