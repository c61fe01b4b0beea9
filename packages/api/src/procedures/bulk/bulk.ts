import { bulk as store } from '@plant-store/db';
import {
  AddedPlants,
  ChangedPlants,
  NewPlant,
  NewPlants,
  PlantSelection,
  PlantsPatch,
  type StoreError,
} from '@plant-store/schema';
import { invalidInput } from '../../http/errors.ts';
import { bulkLimitBytes } from '../../limits/body.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { selection } from './selection.ts';

export const bulk = {
  createMany: rest
    .post('plants:write', '/plants/bulk', {
      operationId: 'createPlants',
      summary: 'Add many plants',
      description:
        'Adds up to 1,000 plants in one transaction: all of them or, if one is refused, none; with `?mode=partial` all valid ones. ' +
        'An id that occurs twice in the request counts as taken for the second plant.',
      success: 'The result of each plant, in order, and the receipt.',
      problems: ['idTaken'],
      query: ['mode'],
      bodyLimitBytes: bulkLimitBytes,
    })
    .input(NewPlants)
    .output(AddedPlants)
    .mutation(async ({ ctx, input }) => {
      const plants = input.plants.map(readPlant);
      const by = idempotentInitiatorOf(ctx, 'plants.createMany', input);
      const { results, receipt } = await store.add(
        ctx.db,
        plants,
        { isPartial: input.mode === 'partial' },
        by,
      );
      return { results: results.map((one) => ({ status: 'plant' in one ? 200 : 400, ...one })), receipt };
    }),

  updateMany: rest
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
    }),

  removeMany: rest
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
    }),
};

function readPlant(sent: unknown): NewPlant | StoreError {
  const { success, data, error } = NewPlant.safeParse(sent);
  return success ? data : invalidInput(error, sent);
}
