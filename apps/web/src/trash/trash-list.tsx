'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import { isAllowed, type Scope } from '@plant-store/schema';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import rows from '../page/rows.module.css';
import { useRestore } from '../plant/use-restore.ts';
import { ListFailure } from '../plants/list-failure.tsx';
import { forgetLists } from '../plants/plant-queries.ts';
import { failureIn } from '../store/attempt.ts';
import { TrashItem } from './trash-item.tsx';
import { type TrashPage, trashPages } from './trash-query.ts';

type TrashListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: TrashPage | undefined;
  failure: Failure | undefined;
  /** What the one who is signed in may do; `undefined` when that could not be asked. */
  scopes: Scope[] | undefined;
};

/** Deleted plants, each with a way to have it back. */
export function TrashList({ first, failure, scopes }: TrashListProps) {
  const trash = useInfiniteQuery(trashPages(first));
  const queries = useQueryClient();
  const restore = useRestore();
  const mayRestore = scopes === undefined || isAllowed(scopes, 'plants:write');
  const plants = trash.data?.pages.flatMap(({ items }) => items);
  if (!plants) {
    const problem = trash.error ? failureIn(trash.error) : failure;
    if (!problem) return <p className={rows.alone}>Loading…</p>;
    return <ListFailure failure={problem} retry={trash.refetch} isRetrying={trash.isFetching} />;
  }
  if (plants.length === 0)
    return (
      <Notice title="The trash is empty">
        A plant that is deleted waits here for 30 days, to be had back.
      </Notice>
    );
  return (
    <>
      <ul className={rows.list} aria-label="Deleted plants">
        {plants.map((plant) => (
          <TrashItem
            key={`${plant.id} ${plant.deletedAt}`}
            plant={plant}
            onRestore={mayRestore ? () => restore(plant.id, () => forgetLists(queries)) : undefined}
          />
        ))}
      </ul>
      {trash.hasNextPage && (
        <div className={rows.end}>
          <Button
            className={buttons.quiet}
            disabled={trash.isFetchingNextPage}
            focusableWhenDisabled
            onClick={() => trash.fetchNextPage()}
          >
            {trash.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
}
