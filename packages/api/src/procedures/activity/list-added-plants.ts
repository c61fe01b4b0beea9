import { activity as store } from '@plant-store/db';
import { AdditionsQuery, Int64, limitMax, StoredPlant } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** Up to 200 of the plants that were added one by one in a group, as they are now, after the id `after`. */
export const listAddedPlants = requireScope('plants:read')
  .meta({ trustsOutput: true })
  .input(AdditionsQuery.extend({ after: z.optional(Int64) }))
  .output(z.array(StoredPlant))
  .query(({ ctx, input: { id, after } }) => store.addedPlants(ctx.db, { id, after, limit: limitMax }));
