import { plants as store } from '@plant-store/db';
import { PlantCount, PlantFilter } from '@plant-store/schema';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';

export const countPlants = rest
  .get('plants:read', '/plants/count', {
    operationId: 'countPlants',
    summary: 'Count plants',
    description: 'The number of plants that the filter finds.',
    success: 'The number of plants.',
  })
  .input(PlantFilter)
  .output(PlantCount)
  .query(async ({ ctx, input }) => ({
    count: await store.count(ctx.db, store.filterOf(input), readByOf(ctx)),
  }));
