import { bulk as store } from '@plant-store/db';
import { ChangedPlants, PlantSelection } from '@plant-store/schema';
import { bulkLimitBytes } from '../../limits/body.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { selection } from './selection.ts';

export const removePlants = rest
  .post('plants:delete', '/plants/bulk/delete', {
    operationId: 'deletePlants',
    summary: 'Delete many plants',
    description: 'Moves the plants with these `ids` or of a `filter` to the trash, in one transaction.',
    success: 'The number of deleted plants, and the receipt.',
    problems: ['preconditionFailed'],
    bodyLimitBytes: bulkLimitBytes,
  })
  .input(PlantSelection)
  .output(ChangedPlants)
  .mutation(async ({ ctx, input }) => {
    const by = idempotentInitiatorOf(ctx, 'plants.removeMany', input);
    return store.remove(ctx.db, await selection(ctx, input), by);
  });
