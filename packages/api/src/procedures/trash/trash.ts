import { trash as store } from '@plant-store/db';
import { PageQuery, PlantId, StoredPlant, TrashedPlant } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';
import { page, router } from '../base/trpc.ts';
import { etagHeader, etagOf } from '../plants/etag.ts';

export const trash = router({
  list: rest
    .get('plants:read', '/trash', {
      operationId: 'listTrash',
      summary: 'List the trash',
      description:
        'Deleted plants that can be restored, newest deletion first. ' +
        'A page may have fewer plants than `limit`, or none, and still a Link header to the next page: deletions of plants that were added again are skipped.',
      success: 'Deleted plants, newest deletion first.',
      isPaged: true,
    })
    .input(PageQuery)
    .output(page(TrashedPlant))
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const [purgedAt, id] = numbersOfCursor('trash', cursor, 2);
      const after = purgedAt === undefined || id === undefined ? undefined : { purgedAt, id };
      const { plants, next } = await store.list(ctx.db, { limit, after }, readByOf(ctx));
      return {
        items: plants.map(({ plant, deletedAt, deletedBy, purgedAt }) => ({
          ...plant,
          deletedAt: deletedAt.toISOString(),
          ...(deletedBy && { deletedBy }),
          purgedAt: purgedAt.toISOString(),
        })),
        nextCursor: cursorOfNumbers('trash', [next?.purgedAt, next?.id]),
      };
    }),

  restore: rest
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
    }),
});
