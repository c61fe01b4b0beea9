import type { Failure } from '@plant-store/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/pages-of.ts';
import { Button } from '../ui/buttons/button.tsx';
import { type Column, DataTable, LoadingRows } from '../ui/tables/data-table.tsx';
import table from '../ui/tables/table.module.css';
import hidden from '../ui/text/visually-hidden.module.css';
import { QueryFailure } from './list-failure.tsx';
import { texts } from './texts.ts';

type PagedListProps<Item> = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  failure: Failure | undefined;
  /** The accessible name of the table, such as `Deleted plants`. It also begins the sentence about a failed read. */
  what: string;
  columns: readonly Column[];
  /** Shown in place of the table if there are no items. */
  empty: ReactNode;
  row: (item: Item, index: number, above: Item | undefined) => ReactNode;
};

/** A table that is read page by page. An empty or failed list shows a message in place of the table. */
export function PagedList<Item>({ list, failure, what, columns, empty, row }: PagedListProps<Item>) {
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items) {
    if (!list.error && !failure)
      return (
        <>
          <p role="status" className={hidden.visuallyHidden}>
            {texts.loading}
          </p>
          <DataTable label={what} columns={columns} isBusy>
            <LoadingRows columns={columns} />
          </DataTable>
        </>
      );
    return <QueryFailure what={what} failure={failure} query={list} />;
  }
  // A page may be empty although more pages follow.
  if (items.length === 0 && !list.hasNextPage) return empty;
  return (
    <>
      <DataTable label={what} columns={columns}>
        {items.map((item, index) => row(item, index, items[index - 1]))}
      </DataTable>
      {list.hasNextPage && (
        <div className={table.end}>
          <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {list.isFetchingNextPage ? texts.loading : texts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
