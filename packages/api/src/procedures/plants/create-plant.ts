import { plants as store } from '@plant-store/db';
import { plantWriter } from '@plant-store/plant-files';
import {
  Int64,
  NewPlant,
  Plant,
  PlantCount,
  PlantFilter,
  PlantId,
  PlantQuery,
  StoredPlant,
  StoreError,
} from '@plant-store/schema';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { readByOf } from '../base/read-by.ts';
import { rest } from '../base/rest-meta.ts';
import { page, requireScope, router } from '../base/trpc.ts';
import { plantBulk } from '../bulk/create-plants.ts';
import { fromCursor, toCursor } from '../lists/cursor.ts';
import { etagOf } from './etag.ts';
import { assertMatch } from './preconditions.ts';
import { plantChanges } from './replace-plant.ts';

export const plants = router({
  create: requireScope('plants:write')
    .meta(
      rest.post('/plants', {
        operationId: 'createPlant',
        summary: 'Add a plant',
        description:
          'Stores a new plant under the id you give it. A 200 means that the plant is on disk. ' +
          'Unknown keys are ignored; name and tag are trimmed and stored in Unicode NFC.',
        success: 'The plant, as stored.',
        problems: ['idTaken'],
        responseHeaders: { Location: 'The URL of the plant.', ETag: 'The version of the plant.' },
      }),
    )
    .input(NewPlant)
    .output(Plant)
    .mutation(async ({ ctx, input }) => {
      const plant = await store.create(ctx.db, input, idempotentInitiatorOf(ctx, 'plants.create', input));
      ctx.response.headers.Location = `${ctx.prefix}/plants/${plant.id}`;
      ctx.response.headers.ETag = etagOf(plant);
      return plant;
    }),

  get: requireScope('plants:read')
    .meta(
      rest.get('/plants/{id}', {
        operationId: 'getPlant',
        summary: 'Read a plant',
        description: 'The plant with this id.',
        success: 'The plant.',
        problems: ['notFound', 'preconditionFailed'],
        requestHeaders: {
          'If-Match': 'Answer 412 unless this is the current ETag of the plant.',
          'If-None-Match': 'Answer 304, without a body, if this is the current ETag of the plant.',
        },
        notModified: 'The plant has not changed.',
        responseHeaders: { ETag: 'The version of the plant.' },
      }),
    )
    .meta({ trustsOutput: true })
    .input(PlantId)
    .output(StoredPlant)
    .query(async ({ ctx, input }) => {
      const plant = await store.get(ctx.db, input.id);
      if (!plant) throw new StoreError('notFound', `no plant has the id ${input.id}`);
      const etag = etagOf(plant);
      assertMatch(ctx.preconditions.ifMatch, etag);
      ctx.response.headers.ETag = etag;
      return plant;
    }),

  list: requireScope('plants:read')
    .meta(
      rest.get('/plants', {
        operationId: 'listPlants',
        summary: 'List and find plants',
        description:
          'The plants of the filter, a page at a time, newest first by default. ' +
          'The Link header leads to the next page; additions meanwhile neither repeat nor skip a plant. ' +
          'As text/csv or application/x-ndjson the answer is a file with all pages, unless `limit` is given. ' +
          'A caller may read 4 such files at the same time; another one is answered 503, with Retry-After.',
        success: 'Plants, in the order of `sort`.',
        isPaged: true,
        exported: { name: 'plants', writer: plantWriter },
      }),
    )
    .meta({ trustsOutput: true })
    .input(PlantQuery)
    .output(page(StoredPlant))
    .query(async ({ ctx, input: { limit, cursor, ...query } }) => {
      const after = cursor === undefined ? undefined : fromCursor(cursor, query);
      const wanted = { filter: store.filterOf(query), sort: query.sort, limit, after };
      const { plants: items, next } = await store.list(ctx.db, wanted, readByOf(ctx));
      return { items, nextCursor: next && toCursor(next, query) };
    }),

  count: requireScope('plants:read')
    .meta(
      rest.get('/plants/count', {
        operationId: 'countPlants',
        summary: 'Count plants',
        description: 'The number of plants that the filter finds.',
        success: 'The number of plants.',
      }),
    )
    .input(PlantFilter)
    .output(PlantCount)
    .query(async ({ ctx, input }) => ({
      count: await store.count(ctx.db, store.filterOf(input), readByOf(ctx)),
    })),

  ...plantChanges,
  ...plantBulk,

  /** The plant with an id, or null. A form asks it for ids that are mostly free, so a free id is no error. */
  find: requireScope('plants:read')
    .input(PlantId)
    .output(StoredPlant.nullable())
    .query(async ({ ctx, input }) => (await store.get(ctx.db, input.id)) ?? null),

  /** A free id that a form can suggest. */
  nextFreeId: requireScope('plants:read')
    .output(Int64)
    .query(({ ctx }) => store.nextFreeId(ctx.db)),
});
