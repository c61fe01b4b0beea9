import type { Receipt } from '@plant-store/schema';
import { useMay } from '../../session/session-context.tsx';

/** Returns a function that says whether the user may undo a receipt; to undo an addition needs permission to delete. */
export function useMayUndo() {
  const may = useMay();
  return ({ created }: Pick<Receipt, 'created'>) =>
    may('plants:write') && (created === 0 || may('plants:delete'));
}
