import { plants as store } from '@plant-store/db';
import { PlantId, PlantPatch, StoredPlant } from '@plant-store/schema';
import { initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { etagHeader, etagOf } from './etag.ts';
import { checkOf, ifMatch } from './preconditions.ts';

export const updatePlant = rest
  .patch('plants:write', '/plants/{id}', {
    operationId: 'patchPlant',
    summary: 'Change a plant',
    description:
      'Changes the fields in the body (JSON merge patch, RFC 7396) and keeps the others; `"tag": null` removes the tag.',
    success: 'The plant, as stored.',
    body: 'PlantPatch',
    problems: ['notFound', 'preconditionFailed', 'preconditionRequired'],
    requestHeaders: ifMatch,
    responseHeaders: etagHeader,
  })
  .input(PlantPatch.extend(PlantId.shape))
  .output(StoredPlant)
  .mutation(async ({ ctx, input }) => {
    const plant = await store.update(ctx.db, input, initiatorOf(ctx), checkOf(ctx));
    ctx.response.headers.ETag = etagOf(plant);
    return plant;
  });
