import { events, plants as store } from '@plant-store/db';
import { plantWriter } from '@plant-store/plant-files';
import { PlantQuery, StoredPlant } from '@plant-store/schema';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest.ts';
import { page } from '../base/trpc.ts';
import { fromCursor, toCursor } from './cursor.ts';

export const listPlants = rest
  .get('plants:read', '/plants', {
    operationId: 'listPlants',
    summary: 'List and find plants',
    description:
      'The plants of the filter, a page at a time, newest first by default. ' +
      'The Link header leads to the next page; additions meanwhile neither repeat nor skip a plant.',
    success: 'Plants, in the order of `sort`.',
    isPaged: true,
    exported: {
      operationId: 'exportPlants',
      summary: 'Export plants',
      name: 'plants',
      writer: plantWriter,
      ofAll: {
        header: 'Events-Position',
        description:
          'Where the feed of `GET /events` continues after this file: its events complete a copy. Only a file without filter, `limit` and `cursor` has it.',
        read: events.head,
      },
    },
    trustsOutput: true,
  })
  .input(PlantQuery)
  .output(page(StoredPlant))
  .query(async ({ ctx, input: { limit, cursor, ...query } }) => {
    const after = cursor === undefined ? undefined : fromCursor(cursor, query);
    const wanted = { filter: store.filterOf(query), sort: query.sort, limit, after };
    const { plants: items, next } = await store.list(ctx.db, wanted, readByOf(ctx));
    return { items, nextCursor: next && toCursor(next, query) };
  });
