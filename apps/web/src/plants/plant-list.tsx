'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useMemo, useRef } from 'react';
import buttons from '../page/button.module.css';
import { Icon } from '../page/icon.tsx';
import { ListFailure } from '../page/list-failure.tsx';
import { isFiltered } from '../search/plant-search.ts';
import { SearchBar } from '../search/search-bar.tsx';
import { usePlantSearch } from '../search/use-plant-search.ts';
import { failureIn } from '../store/attempt.ts';
import { FoundPlants } from './found-plants.tsx';
import styles from './plant-list.module.css';
import { type PlantPage, plantCount, plantPages } from './plant-queries.ts';
import { texts } from './texts.tsx';

export type PlantListProps = {
  /** The form, or the reason why there is none. */
  entry: ReactNode;
  /** Rows of plants that the store has not confirmed. */
  waiting?: ReactNode;
  /** The address of what the server looked for. */
  searched: string;
  /** The first page of it; `undefined` when the server could not read it, for the reason in `failure`. */
  first: PlantPage | undefined;
  failure: Failure | undefined;
  /** The plant that was added last. */
  fresh: bigint | undefined;
};

/** The plants that are looked for; more of them are read as one comes near the end of those that are there. */
export function PlantList({ entry, waiting, searched, first, failure, fresh }: PlantListProps) {
  const { search, address, change } = usePlantSearch();
  const served = searched === address ? first : undefined;
  const list = useInfiniteQuery(plantPages(search, served));
  const plants = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const { data: counted } = useQuery(plantCount(search));
  const shown = useRef({ search, address });
  if (plants && !list.isPlaceholderData) shown.current = { search, address };
  const problem = list.error ? failureIn(list.error) : failure;
  const total = list.hasNextPage ? counted : plants?.length;
  const isEmptyStore = plants?.length === 0 && !isFiltered(search);
  return (
    <div data-list>
      {!isEmptyStore && (
        <div className={styles.tools}>
          <SearchBar
            search={search}
            onChange={change}
            placeholder={total === undefined ? texts.list.search : texts.list.searchAmong(total)}
          />
          <Link href="/statistics" prefetch={false} className={`${buttons.quiet} ${styles.statistics}`}>
            <Icon name="chart" /> {texts.list.statistics}
          </Link>
        </div>
      )}
      {entry}
      {plants && (
        <FoundPlants
          list={list}
          plants={plants}
          counted={counted}
          shown={shown.current}
          first={served}
          fresh={fresh}
          onChange={change}
          waiting={waiting}
        />
      )}
      {!plants && problem && !list.isFetching && (
        <ListFailure
          what={texts.list.title}
          failure={problem}
          retry={list.refetch}
          isRetrying={list.isFetching}
        />
      )}
      {!plants && (!problem || list.isFetching) && <p className={styles.loading}>{texts.list.loading}</p>}
    </div>
  );
}
