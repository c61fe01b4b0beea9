import { trash as store } from '@plant-store/db';
import { PlantId, StoredPlant } from '@plant-store/schema';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { etagHeader, etagOf } from '../plants/etag.ts';

export const restorePlant = rest
  .post('plants:write', '/plants/{id}/restore', {
    operationId: 'restorePlant',
    summary: 'Restore a deleted plant',
    description: 'Restores a plant from the trash, unchanged.',
    success: 'The restored plant.',
    problems: ['notFound', 'idTaken'],
    responseHeaders: etagHeader,
  })
  .input(PlantId)
  .output(StoredPlant)
  .mutation(async ({ ctx, input }) => {
    const plant = await store.restore(ctx.db, input.id, idempotentInitiatorOf(ctx, 'trash.restore', input));
    ctx.response.headers.ETag = etagOf(plant);
    return plant;
  });
