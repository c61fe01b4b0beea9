import { plants as store } from '@plant-store/db';
import { PlantId, StoredPlant, StoreError } from '@plant-store/schema';
import { rest } from '../base/rest.ts';
import { etagHeader, etagOf } from './etag.ts';
import { assertMatch } from './preconditions.ts';

export const getPlant = rest
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
  });
