import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { useMay } from '../../session/may.tsx';
import { useAttempt } from '../../session/use-attempt.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { showRemoved } from '../queries/list-changes.ts';
import { plantVersion, showVersion } from '../queries/plant-query.ts';
import { isChanged, isGone, remove, restore, type Version } from '../queries/plant-requests.ts';
import { trashKey } from '../queries/trash-query.ts';
import { texts } from './texts.ts';

/** Moves plants to the trash and restores them. Each action shows a message, with the opposite action as Undo. */
export function useTrash() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attempt = useAttempt();
  const may = useMay();

  /** @returns true if the plant is in the trash; otherwise a toast gives the reason */
  async function moveToTrash({ plant: { id, name }, etag }: Version): Promise<boolean> {
    const outcome = await attempt(() => remove(id, etag));
    // An earlier attempt or another person has already deleted the plant.
    if (outcome.failure && !isGone(outcome.failure)) {
      toasts.problem(
        isChanged(outcome.failure) ? texts.changed(name) : texts.notDeleted(reason(outcome.failure)),
      );
      void queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
      return false;
    }
    const putBack = showRemoved(queries, [id]);
    void queries.invalidateQueries({ queryKey: trashKey });
    toasts.done(
      texts.deleted(name, id),
      may('plants:write') ? () => void restoreFromTrash(id, putBack) : undefined,
    );
    return true;
  }

  /** @param putBack shows the plant in the lists again @returns true if it is restored; otherwise a toast says why */
  async function restoreFromTrash(id: bigint, putBack: (plant: StoredPlant) => void): Promise<boolean> {
    const key = newKey();
    const outcome = await attempt(() => restore(id, key));
    if (outcome.failure) {
      toasts.problem(texts.notRestored(reason(outcome.failure)));
      return false;
    }
    const back = outcome.value;
    putBack(back.plant);
    showVersion(queries, back);
    void queries.invalidateQueries({ queryKey: trashKey });
    const undo = async () => {
      if (await moveToTrash(back)) await queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
    };
    toasts.done(texts.restored(back.plant.name), may('plants:delete') ? () => void undo() : undefined);
    return true;
  }

  return { moveToTrash, restoreFromTrash };
}
