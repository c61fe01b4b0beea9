import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../page/isolated.ts';
import { useSay } from '../page/toasts.tsx';
import { showRemoved } from '../plants/list-changes.ts';
import { useMay } from '../session/may.tsx';
import { newKey } from '../store/idempotency-key.ts';
import { reason } from '../store/reason.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { plantVersion, showVersion } from './plant-query.ts';
import { isChanged, isGone, remove, restore, type Version } from './plant-requests.ts';

/** Moves plants to the trash and has them back. Both say what they did, each with the other as its Undo. */
export function useTrash() {
  const queries = useQueryClient();
  const say = useSay();
  const attempt = useAttempt();
  const may = useMay();

  /** @returns whether the plant is in the trash; if not, it has been said why */
  async function throwAway({ plant: { id, name }, etag }: Version): Promise<boolean> {
    const outcome = await attempt(() => remove(id, etag));
    // Whoever deleted it already, by a try whose answer was lost or from elsewhere, it is what was asked for.
    if ('failure' in outcome && !isGone(outcome.failure)) {
      say.problem(
        isChanged(outcome.failure)
          ? `Not deleted: somebody has changed ${isolated(name)} meanwhile. See what it is now, then delete it.`
          : `Not deleted. ${reason(outcome.failure)}`,
      );
      void queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
      return false;
    }
    const putBack = showRemoved(queries, [id]);
    void queries.invalidateQueries({ queryKey: ['trash'] });
    say.done(
      `Deleted ${isolated(name)} (id ${id}). It stays in the trash for 30 days.`,
      may('plants:write') ? () => void bringBack(id, putBack) : undefined,
    );
    return true;
  }

  /** @param putBack shows the plant in the lists again @returns whether it is back; if not, it has been said why */
  async function bringBack(id: bigint, putBack: (plant: StoredPlant) => void): Promise<boolean> {
    const key = newKey();
    const outcome = await attempt(() => restore(id, key));
    if ('failure' in outcome) {
      say.problem(`Not restored. ${reason(outcome.failure)}`);
      return false;
    }
    const back = outcome.value;
    putBack(back.plant);
    showVersion(queries, back);
    void queries.invalidateQueries({ queryKey: ['trash'] });
    const undo = async () => {
      if (await throwAway(back)) await queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
    };
    say.done(`${isolated(back.plant.name)} is back.`, may('plants:delete') ? () => void undo() : undefined);
    return true;
  }

  return { throwAway, bringBack };
}
