import { plants as store } from '@plant-store/db';
import { PlantId, StoredPlant } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

/** The plant with an id, or null. A form asks it for ids that are mostly free, so a free id is no error. */
export const findPlant = requireScope('plants:read')
  .input(PlantId)
  .output(StoredPlant.nullable())
  .query(async ({ ctx, input }) => (await store.get(ctx.db, input.id)) ?? null);
