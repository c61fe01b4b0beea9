import type { Receipt } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { oneReceipt } from './receipt-queries.ts';
import { receiptTitle } from './receipt-text.ts';

/** What a receipt stands for, in words; of an undoing also what it undid, as soon as that is known. */
export function useReceiptTitle(receipt: Receipt): string {
  const { undoes } = receipt;
  const { data: undid } = useQuery({
    ...oneReceipt(undoes ?? receipt.id),
    enabled: undoes !== undefined,
    // What it did never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return receiptTitle(receipt, undoes === undefined ? undefined : undid);
}
