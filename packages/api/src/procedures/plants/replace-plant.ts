import { plants as store } from '@plant-store/db';
import { NewPlant, StoredPlant } from '@plant-store/schema';
import { initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { etagHeader, etagOf } from './etag.ts';
import { checkOf, ifMatch } from './preconditions.ts';

export const replacePlant = rest
  .put('plants:write', '/plants/{id}', {
    operationId: 'putPlant',
    summary: 'Add or replace a plant',
    description: 'Replaces the plant with this id, or adds it.',
    success: 'The stored plant, which replaced the former one.',
    created: 'The stored plant; its id was free.',
    body: 'PlantReplacement',
    problems: ['preconditionFailed', 'preconditionRequired'],
    requestHeaders: {
      ...ifMatch,
      'If-None-Match': 'With `*`: add the plant only if its id is free.',
    },
    responseHeaders: etagHeader,
  })
  .input(NewPlant)
  .output(StoredPlant)
  .mutation(async ({ ctx, input }) => {
    const { plant, isNew } = await store.replace(
      ctx.db,
      input,
      initiatorOf(ctx),
      checkOf(ctx, { mayAdd: true }),
    );
    if (isNew) ctx.response.status = 201;
    ctx.response.headers.ETag = etagOf(plant);
    return plant;
  });
