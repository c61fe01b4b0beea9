import { plants as store } from '@plant-store/db';
import { Int64, PlantId, StoredPlant } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

export const pageReads = {
  /** The plants with these ids, such as a selection of the page, as they are now. Ids without a plant are left out. */
  getMany: requireScope('plants:read')
    .meta({ trustsOutput: true })
    .input(z.object({ ids: z.array(Int64).max(100) }))
    .output(z.array(StoredPlant))
    .query(({ ctx, input }) => store.getMany(ctx.db, input.ids)),

  /** The plant with an id, or null. A form asks it for ids that are mostly free, so a free id is no error. */
  find: requireScope('plants:read')
    .input(PlantId)
    .output(StoredPlant.nullable())
    .query(async ({ ctx, input }) => (await store.get(ctx.db, input.id)) ?? null),

  /** The free ids to go on with for the caller, as ranges from the first to the last one. */
  freeIds: requireScope('plants:read')
    .output(z.array(z.tuple([Int64, Int64])))
    .query(({ ctx }) => store.freeIds(ctx.db, ctx.caller.actorId)),
};
