import { type bulk, type Database, plants } from '@plant-store/db';
import { limitMax, type PlantSelection } from '@plant-store/schema';

/** The number of plants in one query: a page takes 2 ms, five pages at once take 30 ms. */
const pieceMax = limitMax;

/** The existing plants of a bulk action, and its filter, which the write checks again. */
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
