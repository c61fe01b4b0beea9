import type { Activity } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { oneReceipt, undoFacts } from './receipt-queries.ts';
import { receiptTitle } from './receipt-text.ts';

/** The title of an activity. The title of an undo names the undone action once it is loaded. */
export function useReceiptTitle(receipt: Activity): string {
  const undid = useUndid(receipt);
  const redid = useUndid(undid);
  return receiptTitle(receipt, { undid, redid, isHere: useHydrated() });
}

/** What an undo undid: another receipt, or single additions. */
export function useUndid(undo: Activity | undefined): Activity | undefined {
  const id = undo?.undoes;
  const isOfAdditions = undo?.kind === 'undo' && id === undefined;
  // A receipt never changes.
  const receipt = useQuery({ ...oneReceipt(id ?? 0n), enabled: id !== undefined, staleTime: 'static' });
  const facts = useQuery({ ...undoFacts(undo?.id ?? 0n), enabled: isOfAdditions });
  return isOfAdditions ? facts.data?.additions : id === undefined ? undefined : receipt.data;
}
