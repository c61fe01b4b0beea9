import { plants as store } from '@plant-store/db';
import { PlantCount, PlantFilter, Statistics } from '@plant-store/schema';
import { z } from 'zod';
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

export const getStatistics = rest
  .get('plants:read', '/statistics', {
    operationId: 'getStatistics',
    summary: 'Statistics of the store',
    description: 'The number of plants, by tag and by the week of their addition.',
    success: 'The current numbers.',
  })
  .input(z.object({}))
  .output(Statistics)
  .query(({ ctx }) => store.statistics(ctx.db, readByOf(ctx)));
