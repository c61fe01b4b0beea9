import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { isError } from '../../api/attempt.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { failedChange } from '../../api/reason.ts';
import { useMay } from '../../session/session-context.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { showRemoved } from '../queries/list-changes.ts';
import { plantVersion, showVersion } from '../queries/plant-query.ts';
import { remove, restore, type Version } from '../queries/plant-requests.ts';
import { trashKey } from '../queries/trash-query.ts';
import { texts } from './texts.ts';

/** Moves plants to the trash and restores them. Each action shows a message, with the opposite action as Undo. */
export function useTrash() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  const may = useMay();

  /** @param isUndo true if it takes an action back @returns true if the plant is in the trash; else a toast says why */
  async function moveToTrash(version: Version, isUndo = false): Promise<boolean> {
    const { id, name } = version.plant;
    const outcome = await attemptSignedIn(() => remove(id, version.etag));
    // An earlier attempt or another person has already deleted the plant.
    if (outcome.failure && !isError(outcome.failure, 'notFound')) {
      if (isError(outcome.failure, 'preconditionFailed')) toasts.problem(texts.changed(name));
      else
        toasts.problem(
          ...failedChange(outcome.failure, texts.notDeleted, () => moveToTrash(version, isUndo)),
        );
      void queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
      return false;
    }
    const putBack = showRemoved(queries, [id]);
    void queries.invalidateQueries({ queryKey: trashKey });
    const back = () => restoreFromTrash(id, putBack, !isUndo);
    toasts[isUndo ? 'done' : 'doneStep'](texts.deleted(name, id), may('plants:write') ? back : undefined);
    return true;
  }

  /** @param putBack shows the plant in the lists again @returns true if it is restored; otherwise a toast says why */
  async function restoreFromTrash(
    id: bigint,
    putBack: (plant: StoredPlant) => void,
    isUndo = false,
    key = newKey(),
  ): Promise<boolean> {
    const outcome = await attemptSignedIn(() => restore(id, key));
    // An earlier attempt or another person may have restored the plant.
    void queries.invalidateQueries({ queryKey: trashKey });
    if (outcome.failure) {
      const repeat = () => restoreFromTrash(id, putBack, isUndo, key);
      toasts.problem(...failedChange(outcome.failure, texts.notRestored, repeat));
      return false;
    }
    const back = outcome.value;
    putBack(back.plant);
    showVersion(queries, back);
    const undo = async () => {
      if (await moveToTrash(back, !isUndo))
        await queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
    };
    const text = texts.restored(back.plant.name);
    toasts[isUndo ? 'done' : 'doneStep'](text, may('plants:delete') ? undo : undefined);
    return true;
  }

  return { moveToTrash, restoreFromTrash };
}
