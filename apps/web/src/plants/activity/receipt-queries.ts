import type { Receipt, Undone } from '@plant-store/schema';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';

export const receiptPageLength = 50;

export const receiptPages = (first?: Page<Receipt>) =>
  pagesOf(
    ['receipts'],
    (cursor, options) => browserClient.receipts.list.query({ limit: receiptPageLength, cursor }, options),
    first,
  );

export const oneReceipt = (id: bigint) =>
  queryOptions({
    queryKey: ['receipt', String(id)],
    queryFn: ({ signal }) => browserClient.receipts.get.query({ id }, { signal }),
    staleTime: 0,
  });

const leftKey = ['left-alone'];
const keptMs = 60 * 60_000;

/** The skipped plants of an undo, by the undo's receipt. The store reports them only once, so a reload loses them. */
export const leftAlone = (receipt: bigint) =>
  queryOptions<Undone['left']>({
    queryKey: [...leftKey, String(receipt)],
    queryFn: skipToken,
    staleTime: 'static',
    gcTime: keptMs,
  });

export function keepLeftAlone(queries: QueryClient, { receipt, left }: Undone) {
  queries.setQueryDefaults(leftKey, { gcTime: keptMs });
  queries.setQueryData(leftAlone(receipt).queryKey, left);
}

export function refreshReceipts(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['receipts'] });
  void queries.invalidateQueries({ queryKey: ['receipt'] });
}
