import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { isError } from '../../api/attempt.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { changeProblem, tellFailure } from '../../api/reason.ts';
import { useMay } from '../../session/session-context.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import type { Fail } from '../../ui/toasts/undo-steps.ts';
import { showRemoved } from '../queries/list-changes.ts';
import { plantVersion, showVersion } from '../queries/plant-query.ts';
import { remove, restore, type Version } from '../queries/plant-requests.ts';
import { trashKey } from '../queries/trash-query.ts';
import { texts } from './texts.ts';

type RestoreOptions = { isUndo?: boolean; key?: string; fail?: Fail | undefined };

/** Moves plants to the trash and restores them. Each action shows a message, with the opposite action as Undo. */
export function useTrash() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  const may = useMay();

  /** @param isUndo true if it takes an action back @returns true if the plant is in the trash; else a toast says why */
  async function moveToTrash(version: Version, isUndo = false, fail?: Fail): Promise<boolean> {
    const { id, name } = version.plant;
    const outcome = await attemptSignedIn(() => remove(id, version.etag));
    // An earlier attempt or another person has already deleted the plant.
    if (outcome.failure && !isError(outcome.failure, 'notFound')) {
      if (isError(outcome.failure, 'preconditionFailed')) toasts.problem(texts.changed(name));
      else
        tellFailure(outcome.failure, changeProblem(outcome.failure, texts.notDeleted), {
          show: toasts.problem,
          repeat: () => moveToTrash(version, isUndo),
          fail,
        });
      void queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
      return false;
    }
    const putBack = showRemoved(queries, [id]);
    void queries.invalidateQueries({ queryKey: trashKey });
    const key = newKey();
    const back = (fail?: Fail) => restoreFromTrash(id, putBack, { isUndo: !isUndo, key, fail });
    toasts[isUndo ? 'done' : 'doneStep'](texts.deleted(name, id), may('plants:write') ? back : undefined);
    return true;
  }

  /** @param putBack shows the plant in the lists again @returns true if it is restored; otherwise a toast says why */
  async function restoreFromTrash(
    id: bigint,
    putBack: (plant: StoredPlant) => void,
    { isUndo = false, key = newKey(), fail }: RestoreOptions = {},
  ): Promise<boolean> {
    const outcome = await attemptSignedIn(() => restore(id, key));
    // An earlier attempt or another person may have restored the plant.
    void queries.invalidateQueries({ queryKey: trashKey });
    if (outcome.failure) {
      tellFailure(outcome.failure, changeProblem(outcome.failure, texts.notRestored), {
        show: toasts.problem,
        repeat: () => restoreFromTrash(id, putBack, { isUndo, key }),
        fail,
      });
      return false;
    }
    const back = outcome.value;
    putBack(back.plant);
    showVersion(queries, back);
    const undo = async (fail?: Fail) => {
      if (await moveToTrash(back, !isUndo, fail))
        await queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
    };
    const text = texts.restored(back.plant.name);
    toasts[isUndo ? 'done' : 'doneStep'](text, may('plants:delete') ? undo : undefined);
    return true;
  }

  return { moveToTrash, restoreFromTrash };
}
