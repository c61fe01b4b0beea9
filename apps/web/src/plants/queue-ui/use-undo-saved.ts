import { useMay } from '../../session/session-context.tsx';
import { useMayUndo } from '../activity/use-may-undo.ts';
import { useUndo } from '../activity/use-undo.tsx';
import type { Saved } from '../queue/plant-queue.ts';
import { useTrash } from '../trash/use-trash.ts';

/** Returns a function that makes an Undo for plants that were just saved; `undefined` without permission to delete. */
export function useUndoSaved() {
  const { moveToTrash } = useTrash();
  const undo = useUndo();
  const may = useMay();
  const mayUndo = useMayUndo();
  return ({ plants, receipt }: Saved): (() => void) | undefined => {
    const [first] = plants;
    const created = plants.filter(({ wasThereAlready }) => !wasThereAlready).length;
    if (!first || created === 0) return undefined;
    if (receipt !== undefined) return mayUndo({ created }) ? () => void undo(receipt) : undefined;
    return may('plants:delete') ? () => void moveToTrash(first) : undefined;
  };
}
