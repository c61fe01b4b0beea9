import { plants as store } from '@plant-store/db';
import { NewPlant, Plant } from '@plant-store/schema';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { etagHeader, etagOf } from './etag.ts';

export const createPlant = rest
  .post('plants:write', '/plants', {
    operationId: 'createPlant',
    summary: 'Add a plant',
    description:
      'Stores a new plant under the id you give it. A 200 means that the plant is on disk. ' +
      'Unknown keys are ignored; name and tag are trimmed and stored in Unicode NFC.',
    success: 'The plant, as stored.',
    problems: ['idTaken'],
    responseHeaders: { Location: 'The URL of the plant.', ...etagHeader },
  })
  .input(NewPlant)
  .output(Plant)
  .mutation(async ({ ctx, input }) => {
    const plant = await store.create(ctx.db, input, idempotentInitiatorOf(ctx, 'plants.create', input));
    ctx.response.headers.Location = `${ctx.prefix}/plants/${plant.id}`;
    ctx.response.headers.ETag = etagOf(plant);
    return plant;
  });
