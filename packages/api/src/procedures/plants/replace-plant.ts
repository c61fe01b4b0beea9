import { plantHistory, plants as store } from '@plant-store/db';
import {
  HistoryQuery,
  NewPlant,
  PlantChange,
  PlantId,
  PlantPatch,
  StoredPlant,
  StoreError,
} from '@plant-store/schema';
import { z } from 'zod';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { initiatorOf } from '../base/initiator.ts';
import { rest } from '../base/rest-meta.ts';
import { page, requireScope } from '../base/trpc.ts';
import { etagOf } from './etag.ts';
import { checkOf } from './preconditions.ts';

const ETag = 'The version of the plant.';
const conditional = {
  'If-Match': 'Change the plant only if this is its current ETag.',
  'If-None-Match': 'With `*`: add the plant only if its id is free.',
};

/** The procedures that change single plants, and a plant's history. */
export const plantChanges = {
  replace: requireScope('plants:write')
    .meta(
      rest.put('/plants/{id}', {
        operationId: 'putPlant',
        summary: 'Add or replace a plant',
        description: 'Replaces the plant with this id, or adds it.',
        success: 'The stored plant, which replaced the former one.',
        created: 'The stored plant; its id was free.',
        body: 'PlantReplacement',
        problems: ['preconditionFailed', 'preconditionRequired'],
        requestHeaders: conditional,
        responseHeaders: { ETag },
      }),
    )
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

  update: requireScope('plants:write')
    .meta(
      rest.patch('/plants/{id}', {
        operationId: 'patchPlant',
        summary: 'Change a plant',
        description:
          'Changes the fields in the body (JSON merge patch, RFC 7396) and keeps the others; `"tag": null` removes the tag.',
        success: 'The plant, as stored.',
        body: 'PlantPatch',
        problems: ['notFound', 'preconditionFailed', 'preconditionRequired'],
        requestHeaders: { 'If-Match': conditional['If-Match'] },
        responseHeaders: { ETag },
      }),
    )
    .input(PlantPatch.extend(PlantId.shape))
    .output(StoredPlant)
    .mutation(async ({ ctx, input }) => {
      const plant = await store.update(ctx.db, input, initiatorOf(ctx), checkOf(ctx));
      ctx.response.headers.ETag = etagOf(plant);
      return plant;
    }),

  remove: requireScope('plants:delete')
    .meta(
      rest.delete('/plants/{id}', {
        operationId: 'deletePlant',
        summary: 'Delete a plant',
        description: 'Moves the plant to the trash, where it can be restored for 30 days.',
        success: 'The plant is in the trash.',
        problems: ['notFound', 'preconditionFailed', 'preconditionRequired'],
        requestHeaders: { 'If-Match': conditional['If-Match'] },
      }),
    )
    .input(PlantId)
    .output(z.void())
    .mutation(({ ctx, input }) => store.remove(ctx.db, input.id, initiatorOf(ctx), checkOf(ctx))),

  history: requireScope('plants:read')
    .meta(
      rest.get('/plants/{id}/history', {
        operationId: 'listPlantChanges',
        summary: 'Read the history of a plant',
        description:
          'All changes of the plant with actor and time, newest first; also for a deleted plant in the trash.',
        success: 'Changes, newest first.',
        problems: ['notFound'],
        isPaged: true,
      }),
    )
    .input(HistoryQuery)
    .output(page(PlantChange))
    .query(async ({ ctx, input: { id, limit, cursor } }) => {
      const [before] = cursor === undefined ? [] : numbersOfCursor('history', cursor, 1);
      const { changes, next } = await plantHistory.list(ctx.db, id, { limit, before });
      if (changes.length === 0 && before === undefined)
        throw new StoreError('notFound', `no plant, also none in the trash, has the id ${id}`);
      return {
        items: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
        nextCursor: next === undefined ? undefined : cursorOfNumbers('history', [next]),
      };
    }),
};
