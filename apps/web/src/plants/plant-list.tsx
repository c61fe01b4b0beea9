'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureIn } from '../store/attempt.ts';
import { ListEnd } from './list-end.tsx';
import { ListFailure } from './list-failure.tsx';
import { NoPlants } from './no-plants.tsx';
import styles from './plant-list.module.css';
import { type PlantPage, plantPages } from './plant-queries.ts';
import { PlantTable } from './plant-table.tsx';

export type PlantListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: PlantPage | undefined;
  failure: Failure | undefined;
  /** The plant that was added last. */
  fresh: bigint | undefined;
};

/** The plants, newest first, a page at a time. */
export function PlantList({ first, failure, fresh }: PlantListProps) {
  const list = useInfiniteQuery(plantPages(first));
  const plants = list.data?.pages.flatMap(({ items }) => items);
  if (!plants) {
    const problem = list.error ? failureIn(list.error) : failure;
    if (!problem) return <p className={styles.loading}>Loading plants…</p>;
    return <ListFailure failure={problem} retry={list.refetch} isRetrying={list.isFetching} />;
  }
  if (plants.length === 0) return <NoPlants />;
  return (
    <>
      <PlantTable plants={plants} fresh={fresh} />
      <ListEnd
        count={plants.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? failureIn(list.error) : undefined}
        loadMore={list.fetchNextPage}
      />
    </>
  );
}
