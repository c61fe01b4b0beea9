'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { failureIn } from '../store/attempt.ts';
import { ListEnd } from './list-end.tsx';
import { ListFailure } from './list-failure.tsx';
import { NewPlants } from './new-plants.tsx';
import { NoPlants } from './no-plants.tsx';
import styles from './plant-list.module.css';
import { type PlantPage, plantPages, readAheadRows } from './plant-queries.ts';
import { PlantTable } from './plant-table.tsx';

export type PlantListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: PlantPage | undefined;
  failure: Failure | undefined;
  /** The plant that was added last. */
  fresh: bigint | undefined;
};

/** The plants, newest first; more of them are read as one comes near the end of those that are there. */
export function PlantList({ first, failure, fresh }: PlantListProps) {
  const list = useInfiniteQuery(plantPages(first));
  const plants = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = list;
  const count = plants?.length ?? 0;
  const readAhead = useCallback(
    (index: number) => {
      // What has failed is tried again by whoever asks for it.
      if (index > count - readAheadRows && hasNextPage && !isFetchNextPageError)
        void fetchNextPage({ cancelRefetch: false });
    },
    [count, hasNextPage, isFetchNextPageError, fetchNextPage],
  );
  if (!plants) {
    const problem = list.error ? failureIn(list.error) : failure;
    if (!problem) return <p className={styles.loading}>Loading plants…</p>;
    return <ListFailure failure={problem} retry={list.refetch} isRetrying={list.isFetching} />;
  }
  return (
    <>
      <NewPlants plants={plants} first={first} />
      {count === 0 ? (
        <NoPlants />
      ) : (
        <>
          <PlantTable
            plants={plants}
            total={list.hasNextPage ? undefined : count}
            address="/"
            fresh={fresh}
            onReach={readAhead}
          />
          <ListEnd
            count={count}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            failure={isFetchNextPageError ? failureIn(list.error) : undefined}
            loadMore={list.fetchNextPage}
          />
        </>
      )}
    </>
  );
}
