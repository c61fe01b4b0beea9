'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import { isAllowed, type Scope } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import rows from '../page/rows.module.css';
import { ListFailure } from '../plants/list-failure.tsx';
import { failureIn } from '../store/attempt.ts';
import { ReceiptItem } from './receipt-item.tsx';
import { type ReceiptPage, receiptPages } from './receipts-query.ts';
import { useUndo } from './use-undo.ts';

type ReceiptListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: ReceiptPage | undefined;
  failure: Failure | undefined;
  /** What the one who is signed in may do; `undefined` when that could not be asked. */
  scopes: Scope[] | undefined;
};

/** What was done to many plants at once, each with a way to undo it. */
export function ReceiptList({ first, failure, scopes }: ReceiptListProps) {
  const list = useInfiniteQuery(receiptPages(first));
  const undo = useUndo();
  const mayUndo = scopes === undefined || isAllowed(scopes, 'plants:write');
  const receipts = list.data?.pages.flatMap(({ items }) => items);
  if (!receipts) {
    const problem = list.error ? failureIn(list.error) : failure;
    if (!problem) return <p className={rows.alone}>Loading…</p>;
    return <ListFailure failure={problem} retry={list.refetch} isRetrying={list.isFetching} />;
  }
  if (receipts.length === 0)
    return (
      <Notice title="No receipts yet">
        What is done to many plants at once leaves a receipt here, by which it can be undone for 30 days.
      </Notice>
    );
  return (
    <>
      <ul className={rows.list} aria-label="Receipts">
        {receipts.map((receipt) => (
          <ReceiptItem
            key={String(receipt.id)}
            receipt={receipt}
            onUndo={mayUndo ? () => undo(receipt.id) : undefined}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={rows.end}>
          <Button
            className={buttons.quiet}
            disabled={list.isFetchingNextPage}
            focusableWhenDisabled
            onClick={() => list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
}
