import { type Database, plants } from '@plant-store/db';
import { type PlantSelection, StoreError } from '@plant-store/schema';

/** How many plants are looked up at once: what that takes is a moment for everybody else. */
const pieceMax = 1_000;

/**
 * The ids of the plants that a bulk action is for, as they are at this moment.
 * @throws StoreError `preconditionFailed` when a filter finds another number of plants than it is known to
 */
export async function selected(db: Database, { ids, filter = {} }: PlantSelection): Promise<bigint[]> {
  if (ids) return ids;
  const { count, ...query } = filter;
  const found: bigint[] = [];
  let after: plants.Position | undefined;
  do {
    const page = await plants.list(db, { filter: plants.filterOf(query), limit: pieceMax, after });
    found.push(...page.plants.map(({ id }) => id));
    after = page.next;
  } while (after);
  if (count !== undefined && count !== found.length)
    throw new StoreError(
      'preconditionFailed',
      `nothing was changed, as the filter finds ${found.length} plants by now, not ${count}; look at them again, and send the new count`,
    );
  return found;
}
