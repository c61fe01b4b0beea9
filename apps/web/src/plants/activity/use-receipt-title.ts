import type { Additions, Receipt } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { oneReceipt, undoFacts } from './receipt-queries.ts';
import { additionsTitle, receiptTitle } from './receipt-text.ts';

/** The title of a receipt. The title of an undo names the undone action once it is loaded. */
export function useReceiptTitle(receipt: Receipt): string {
  const undid = useUndid(receipt);
  const redid = useUndid(typeof undid === 'string' ? undefined : undid);
  return receiptTitle(receipt, undid, redid);
}

export const useAdditionsTitle = (additions: Additions): string => additionsTitle(additions, useHydrated());

/** What an undo undid: a receipt, or the title of single additions. */
function useUndid(receipt: Receipt | undefined): Receipt | string | undefined {
  const id = receipt?.undoes;
  const { data } = useQuery({
    ...oneReceipt(id ?? 0n),
    enabled: id !== undefined,
    // A receipt never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOfAdditions = receipt?.kind === 'undo' && id === undefined;
  const { data: facts } = useQuery({ ...undoFacts(receipt?.id ?? 0n), enabled: isOfAdditions });
  if (isOfAdditions) return facts?.additions && additionsTitle(facts.additions, true);
  return id === undefined ? undefined : data;
}
