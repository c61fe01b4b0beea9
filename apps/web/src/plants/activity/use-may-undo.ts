import type { Receipt } from '@plant-store/schema';
import { useMay } from '../../session/may.tsx';

/** Whether the user may undo a receipt: undoing an addition is a deletion. */
export function useMayUndo() {
  const may = useMay();
  return ({ created }: Pick<Receipt, 'created'>) =>
    may('plants:write') && (created === 0 || may('plants:delete'));
}
