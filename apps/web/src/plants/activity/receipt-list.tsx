'use client';

import type { Failure } from '@plant-store/client';
import type { Receipt } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../api/pages-of.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { receiptPages } from './receipt-queries.ts';
import { ReceiptRow, receiptColumns } from './receipt-row.tsx';
import { texts } from './texts.ts';

type ReceiptListProps = {
  /** The first page; `undefined` if the server could not read it. `failure` then has the reason. */
  first: Page<Receipt> | undefined;
  failure: Failure | undefined;
};

export const ReceiptList = ({ first, failure }: ReceiptListProps) => (
  <PagedList
    list={useInfiniteQuery(receiptPages(first))}
    failure={failure}
    what={texts.table}
    columns={receiptColumns}
    empty={<Notice title={texts.empty.title}>{texts.empty.text}</Notice>}
    row={(receipt, index) => <ReceiptRow key={String(receipt.id)} receipt={receipt} index={index} />}
  />
);
