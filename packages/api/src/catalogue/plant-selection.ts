import { type bulk, type Database, plants } from '@plant-store/db';
import { limitMax, type PlantSelection } from '@plant-store/schema';

/** How many plants are looked up at once: as a page, that takes 2 ms; five times as many take 30. */
const pieceMax = limitMax;

/** The plants that a bulk action is for, as they are at this moment; and what found them, for when they are written. */
export async function selection(db: Database, { ids, filter = {} }: PlantSelection): Promise<bulk.Selection> {
  if (ids) return { ids };
  const { count, ...query } = filter;
  const wanted = plants.filterOf(query);
  const found: bigint[] = [];
  let after: plants.Position | undefined;
  do {
    const page = await plants.list(db, { filter: wanted, limit: pieceMax, after });
    found.push(...page.plants.map(({ id }) => id));
    after = page.next;
  } while (after);
  return { ids: found, filter: wanted, count };
}
