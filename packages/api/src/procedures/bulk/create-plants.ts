import { bulk as store } from '@plant-store/db';
import { AddedPlants, NewPlant, NewPlants, type StoreError } from '@plant-store/schema';
import { invalidInput } from '../../http/errors.ts';
import { bulkLimitBytes } from '../../limits/body.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';

export const createPlants = rest
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
    const { results, receipt } = await store.add(ctx.db, plants, { isPartial: input.mode === 'partial' }, by);
    return { results: results.map((one) => ({ status: 'plant' in one ? 200 : 400, ...one })), receipt };
  });

function readPlant(sent: unknown): NewPlant | StoreError {
  const { success, data, error } = NewPlant.safeParse(sent);
  return success ? data : invalidInput(error, sent);
}
