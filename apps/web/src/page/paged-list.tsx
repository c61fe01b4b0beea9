'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureIn } from '../store/attempt.ts';
import type { Page } from '../store/pages-of.ts';
import buttons from './button.module.css';
import { ListFailure } from './list-failure.tsx';
import rows from './rows.module.css';
import { texts } from './texts.ts';

type PagedListProps<Item> = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** Why the server could not read the first page. */
  failure: Failure | undefined;
  /** The things, in words that begin a sentence: `Receipts`. */
  what: string;
  /** What stands in the place of the things when there are none. */
  empty: ReactNode;
  row: (item: Item) => ReactNode;
};

/** What was found in the store, a page at a time: as rows, that there is nothing, or why it could not be read. */
export function PagedList<Item>({ list, failure, what, empty, row }: PagedListProps<Item>) {
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items) {
    const problem = list.error ? failureIn(list.error) : failure;
    if (!problem) return <p className={rows.alone}>{texts.loading}</p>;
    return <ListFailure what={what} failure={problem} retry={list.refetch} isRetrying={list.isFetching} />;
  }
  // A page may have nothing on it although others come.
  if (items.length === 0 && !list.hasNextPage) return empty;
  return (
    <>
      <ul className={rows.list} aria-label={what}>
        {items.map(row)}
      </ul>
      {list.hasNextPage && (
        <div className={rows.end}>
          <Button
            className={buttons.quiet}
            disabled={list.isFetchingNextPage}
            focusableWhenDisabled
            onClick={() => list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? texts.loading : texts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
