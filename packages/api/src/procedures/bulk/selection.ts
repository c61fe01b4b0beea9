import { type bulk, plants } from '@plant-store/db';
import { limitMax, type PlantSelection } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';
import { readByOf } from '../base/read-by.ts';

/** The number of plants in one query. Five times as many need fifteen times as long: 30 ms. */
const pieceMax = limitMax;

/** The ids of a bulk action. The write checks the filter again, as plants may have changed since. */
export async function selection(
  ctx: Context & { caller: Caller },
  { ids, filter = {} }: PlantSelection,
): Promise<bulk.Selection> {
  if (ids) return { ids };
  const { count, ...query } = filter;
  const wanted = plants.filterOf(query);
  const found: bigint[] = [];
  let after: plants.Position | undefined;
  do {
    const page = await plants.list(ctx.db, { filter: wanted, limit: pieceMax, after }, readByOf(ctx));
    found.push(...page.plants.map(({ id }) => id));
    after = page.next;
  } while (after);
  return { ids: found, filter: wanted, count };
}
