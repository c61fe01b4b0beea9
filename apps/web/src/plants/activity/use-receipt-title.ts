import type { Receipt } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { oneReceipt } from './receipt-queries.ts';
import { receiptTitle } from './receipt-text.ts';

/** The title of a receipt. The title of an undo names the undone action once it is loaded. */
export function useReceiptTitle(receipt: Receipt): string {
  const undid = useUndid(receipt);
  return receiptTitle(receipt, undid, useUndid(undid));
}

function useUndid(receipt: Receipt | undefined): Receipt | undefined {
  const id = receipt?.undoes;
  const { data } = useQuery({
    ...oneReceipt(id ?? 0n),
    enabled: id !== undefined,
    // A receipt never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return id === undefined ? undefined : data;
}
