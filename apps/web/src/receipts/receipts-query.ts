import type { Receipt } from '@plant-store/schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { browserClient } from '../store/browser-client.ts';

export type ReceiptPage = { items: Receipt[]; nextCursor?: string | undefined };

export const receiptPageLength = 50;

/** The receipts of imports and bulk actions, the last one first, as far as they were loaded. */
export const receiptPages = (first?: ReceiptPage) =>
  infiniteQueryOptions({
    queryKey: ['receipts'],
    queryFn: ({ pageParam, signal }): Promise<ReceiptPage> =>
      browserClient.receipts.list.query({ limit: receiptPageLength, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // What was done on another page, or by others, is there when one comes to look.
    staleTime: 0,
  });
