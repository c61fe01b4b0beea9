import { bulk as store } from '@plant-store/db';
import { ChangedPlants, PlantsPatch } from '@plant-store/schema';
import { bulkLimitBytes } from '../../limits/body.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { selection } from './selection.ts';

export const updatePlants = rest
  .post('plants:write', '/plants/bulk/edit', {
    operationId: 'editPlants',
    summary: 'Change the tag of many plants',
    description:
      'Sets the tag of the plants with these `ids` or of a `filter`, in one transaction; `"tag": null` removes their tags.',
    success: 'The number of changed plants, and the receipt.',
    problems: ['preconditionFailed'],
    bodyLimitBytes: bulkLimitBytes,
  })
  .input(PlantsPatch)
  .output(ChangedPlants)
  .mutation(async ({ ctx, input }) => {
    const by = idempotentInitiatorOf(ctx, 'plants.updateMany', input);
    return store.setTag(ctx.db, await selection(ctx, input), input.tag, by);
  });
