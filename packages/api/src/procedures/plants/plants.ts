import { plantHistory, plants as store } from '@plant-store/db';
import {
  HistoryQuery,
  NewPlant,
  Plant,
  PlantChange,
  PlantId,
  PlantPatch,
  StoredPlant,
  StoreError,
} from '@plant-store/schema';
import { z } from 'zod';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { idempotentInitiatorOf, initiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { page, router } from '../base/trpc.ts';
import { bulk } from '../bulk/bulk.ts';
import { countPlants } from '../lists/counts.ts';
import { listPlants } from '../lists/list-plants.ts';
import { etagHeader, etagOf } from './etag.ts';
import { pageReads } from './page-reads.ts';
import { assertMatch, checkOf, ifMatch } from './preconditions.ts';

export const plants = router({
  create: rest
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
    }),

  get: rest
    .get('plants:read', '/plants/{id}', {
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
      responseHeaders: etagHeader,
      trustsOutput: true,
    })
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

  list: listPlants,

  count: countPlants,

  replace: rest
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
    }),

  update: rest
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
    }),

  remove: rest
    .delete('plants:delete', '/plants/{id}', {
      operationId: 'deletePlant',
      summary: 'Delete a plant',
      description: 'Moves the plant to the trash, where it can be restored for 30 days.',
      success: 'The plant is in the trash.',
      problems: ['notFound', 'preconditionFailed', 'preconditionRequired'],
      requestHeaders: ifMatch,
    })
    .input(PlantId)
    .output(z.void())
    .mutation(({ ctx, input }) => store.remove(ctx.db, input.id, initiatorOf(ctx), checkOf(ctx))),

  history: rest
    .get('plants:read', '/plants/{id}/history', {
      operationId: 'listPlantChanges',
      summary: 'Read the history of a plant',
      description:
        'All changes of the plant with actor and time, newest first; also for a deleted plant in the trash.',
      success: 'Changes, newest first.',
      problems: ['notFound'],
      isPaged: true,
    })
    .input(HistoryQuery)
    .output(page(PlantChange))
    .query(async ({ ctx, input: { id, limit, cursor } }) => {
      const [before] = numbersOfCursor('history', cursor, 1);
      const { changes, next } = await plantHistory.list(ctx.db, id, { limit, before });
      if (changes.length === 0 && before === undefined)
        throw new StoreError('notFound', `no plant, also none in the trash, has the id ${id}`);
      return {
        items: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
        nextCursor: cursorOfNumbers('history', [next]),
      };
    }),

  ...bulk,

  ...pageReads,
});
