import { trash as store } from '@plant-store/db';
import { PageQuery, TrashedPlant } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';
import { page } from '../base/trpc.ts';

export const listTrash = rest
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
  });
