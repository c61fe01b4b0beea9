import type { Receipt } from '@plant-store/schema';
import { useMay } from '../session/may.tsx';

/** Whether the one who is signed in may undo what is told of: it takes away what was added, which is deleting. */
export function useMayUndo() {
  const may = useMay();
  return ({ created }: Pick<Receipt, 'created'>) =>
    may('plants:write') && (created === 0 || may('plants:delete'));
}
