import { events as store } from '@plant-store/db';
import { EventQuery, eventsMax, PlantEvent } from '@plant-store/schema';
import { z } from 'zod';
import { rest } from '../base/rest-meta.ts';
import { requireScope } from '../base/trpc.ts';

export const listEvents = requireScope('plants:read')
  .meta(
    rest.get('/events', {
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
    }),
  )
  .meta({ trustsOutput: true })
  .input(EventQuery)
  .output(z.object({ items: z.array(PlantEvent).max(eventsMax), nextCursor: z.string() }))
  .query(async ({ ctx, input: { after, limit } }) => {
    const { events, next } = await store.read(ctx.db, { after, limit });
    return {
      items: events.map(({ at, plant, ...event }) => ({
        ...event,
        at: at.toISOString(),
        ...(plant && { plant }),
      })),
      nextCursor: next,
    };
  });
