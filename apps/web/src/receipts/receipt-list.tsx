'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Notice } from '../page/notice.tsx';
import { PagedList } from '../page/paged-list.tsx';
import { ReceiptItem } from './receipt-item.tsx';
import { type ReceiptPage, receiptPages } from './receipt-queries.ts';

type ReceiptListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: ReceiptPage | undefined;
  failure: Failure | undefined;
};

/** What was done to many plants at once, each with a way to undo it. */
export const ReceiptList = ({ first, failure }: ReceiptListProps) => (
  <PagedList
    list={useInfiniteQuery(receiptPages(first))}
    failure={failure}
    what="Activity"
    empty={
      <Notice title="No receipts yet">
        What is done to many plants at once leaves a receipt here, by which it can be undone for 30 days.
      </Notice>
    }
    row={(receipt) => <ReceiptItem key={String(receipt.id)} receipt={receipt} />}
  />
);
