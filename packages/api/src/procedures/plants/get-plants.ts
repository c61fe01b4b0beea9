import { plants as store } from '@plant-store/db';
import { Int64, StoredPlant } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** The plants with these ids, such as a selection of the page, as they are now. Ids without a plant are left out. */
export const getPlants = requireScope('plants:read')
  .meta({ trustsOutput: true })
  .input(z.object({ ids: z.array(Int64).max(100) }))
  .output(z.array(StoredPlant))
  .query(({ ctx, input }) => store.getMany(ctx.db, input.ids));
