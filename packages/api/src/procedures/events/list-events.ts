import { events as store } from '@plant-store/db';
import { EventQuery, eventsMax, invalidField, PlantEvent } from '@plant-store/schema';
import { z } from 'zod';
import { authorize } from '../../auth/permission.ts';
import { rest } from '../base/rest.ts';

export const listEvents = rest
  .get('plants:read', '/events', {
    operationId: 'listEvents',
    summary: 'Follow the changes of plants',
    description:
      'An event for each plant that a write touched, in the order of the writes. ' +
      'Put the `plant` of each event in a copy, or remove the `id` where there is none, whatever the type. ' +
      'Then continue at the Link, which an empty page has too: a page examines a limited number of writes. ' +
      'A copy begins with the export of all plants, at its header Events-Position. ' +
      'A position older than 29 days, of another store, or later than a restored backup is gone; export again then.',
    success: 'Events, in the order of the writes.',
    problems: ['gone'],
    isPaged: true,
    pagedBy: 'after',
    trustsOutput: true,
  })
  .input(EventQuery)
  .output(z.object({ items: z.array(PlantEvent).max(eventsMax), nextCursor: z.string() }))
  .query(async ({ ctx, input: { after, limit, wait } }) => {
    if (wait > 0 && !ctx.nextEvents)
      throw invalidField(
        'wait',
        'must be 0 in a batch, as its other calls would wait too; send this call alone',
      );
    const endsAt = performance.now() + wait * 1000;
    let page = await store.read(ctx.db, { after, limit });
    if (ctx.nextEvents && wait > 0 && page.events.length === 0) {
      page = await ctx.nextEvents(page, limit, endsAt);
      // The token may have ended meanwhile.
      if (page.events.length > 0) authorize({ caller: await ctx.identify() }, 'plants:read');
    }
    return {
      items: page.events.map(({ position, type, at, id, plant }) => ({
        ...{ position, type, at: at.toISOString(), id },
        ...(plant && { plant }),
      })),
      nextCursor: page.next,
    };
  });
