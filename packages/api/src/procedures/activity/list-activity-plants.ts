import { activity, plants } from '@plant-store/db';
import { ActivityQuery, Int64, limitMax, StoredPlant } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** Up to 200 of the plants that an activity added or changed, as they are now, after the id `after`. */
export const listActivityPlants = requireScope('plants:read')
  .meta({ trustsOutput: true })
  .input(ActivityQuery.extend({ after: z.optional(Int64) }))
  .output(z.array(StoredPlant))
  .query(({ ctx, input: { isOfAdditions, ...page } }) =>
    (isOfAdditions ? activity.addedPlants : plants.ofReceipt)(ctx.db, { ...page, limit: limitMax }),
  );
