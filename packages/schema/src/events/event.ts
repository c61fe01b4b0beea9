import * as z from 'zod';
import { StoredPlant } from '../plants/plant.ts';
import { Int64 } from '../values/int64.ts';
import { eventsMax, waitMaxSeconds } from '../values/limits.ts';
import { limitOf } from '../values/page-query.ts';
import { Time } from '../values/time.ts';

const position = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' } as const;

const acceptedWait = { error: `must be a whole number of seconds from 0 to ${waitMaxSeconds}` };

export const EventQuery = z.object({
  after: z
    .string({ error: 'must be text: a position of the feed' })
    .meta({
      description:
        'Only events after this position: of an event, of the `Link: rel="next"` header of a page, or of the header Events-Position of an export. Without it the feed begins now.',
      override: position,
    })
    .optional(),
  limit: limitOf(eventsMax, 100, 'events'),
  wait: z
    .int(acceptedWait)
    .min(0, acceptedWait)
    .max(waitMaxSeconds, acceptedWait)
    .default(0)
    .meta({
      description: `How many seconds the answer may wait for an event, 0 to ${waitMaxSeconds}. Of one caller 20 requests may wait; a further one is answered at once.`,
      examples: [waitMaxSeconds],
    }),
});

export const PlantEvent = z
  .object({
    position: z.string().meta({
      description: 'The position of the event in the feed, which no other event has.',
      override: { ...position, examples: ['AAAAAAAAAAF7Jm5VZQ0hTQbUqJ2kIhZh'] },
    }),
    type: z.enum(['plant.created', 'plant.changed', 'plant.deleted', 'plant.restored']),
    at: Time,
    id: Int64,
    plant: StoredPlant.optional().meta({
      description:
        'The plant as it is when the event is read, never older than the event; absent if there is none now.',
    }),
  })
  .meta({ id: 'PlantEvent', description: 'A plant was added, changed, deleted or restored.' });
export type PlantEvent = z.infer<typeof PlantEvent>;
