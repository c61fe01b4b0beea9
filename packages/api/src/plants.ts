import { plants as store } from '@plant-store/db';
import { Int64, NewPlant, Plant, PlantId, PlantQuery, StoredPlant, StoreError } from '@plant-store/schema';
import { fromCursor, toCursor } from './cursor.ts';
import { etagOf } from './etag.ts';
import { plantChanges } from './plant-changes.ts';
import { rest } from './rest-meta.ts';
import { can, page, router } from './trpc.ts';
import { onceBy } from './writing.ts';

export const plants = router({
  create: can('plants:write')
    .meta(
      rest.post('/plants', {
        operationId: 'createPlant',
        summary: 'Add a plant',
        description:
          'Stores a new plant under the id you give it. A 200 means that the plant is on disk. ' +
          'Unknown keys are ignored; name and tag are trimmed and stored in Unicode NFC.',
        success: 'The plant, as stored.',
        problems: ['idTaken'],
        responseHeaders: { Location: 'The address of the plant.', ETag: 'The version of the plant.' },
      }),
    )
    .input(NewPlant)
    .output(Plant)
    .mutation(async ({ ctx, input }) => {
      const plant = await store.create(ctx.db, input, onceBy(ctx, 'plants.create', input));
      ctx.answer.headers.Location = `/plants/${plant.id}`;
      ctx.answer.headers.ETag = etagOf(plant);
      return plant;
    }),

  get: can('plants:read')
    .meta(
      rest.get('/plants/{id}', {
        operationId: 'getPlant',
        summary: 'Read a plant',
        description: 'The plant with this id.',
        success: 'The plant.',
        problems: ['notFound'],
        requestHeaders: {
          'If-None-Match': 'Answer 304, without a body, if the plant is still the one with this ETag.',
        },
        notModified: 'The plant is still the one that the caller has.',
        responseHeaders: { ETag: 'The version of the plant.' },
      }),
    )
    .input(PlantId)
    .output(StoredPlant)
    .query(async ({ ctx, input }) => {
      const plant = await store.get(ctx.db, input.id);
      if (!plant) throw new StoreError('notFound', `no plant has the id ${input.id}`);
      ctx.answer.headers.ETag = etagOf(plant);
      return plant;
    }),

  list: can('plants:read')
    .meta(
      rest.get('/plants', {
        operationId: 'listPlants',
        summary: 'List plants',
        description: 'Plants, newest first, a page at a time. Follow the Link header for the next page.',
        success: 'Plants, newest first.',
        responseHeaders: {
          Link: 'The next page, relative to this address, with `rel="next"`; absent on the last one.',
        },
        isPaged: true,
      }),
    )
    .input(PlantQuery)
    .output(page(StoredPlant))
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const { plants: items, next } = await store.list(ctx.db, {
        limit,
        after: cursor === undefined ? undefined : fromCursor(cursor),
      });
      return { items, nextCursor: next && toCursor(next) };
    }),

  ...plantChanges,

  /** An id that is free, for a form to suggest. */
  nextFreeId: can('plants:read')
    .output(Int64)
    .query(({ ctx }) => store.nextFreeId(ctx.db)),
});
