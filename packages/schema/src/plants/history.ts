import * as z from 'zod';
import { Int64 } from '../values/int64.ts';
import { Time } from '../values/time.ts';
import { PlantId, StoredPlant } from './plant.ts';
import { limitDefault, limitMax, limitOf, PlantQuery } from './plant-query.ts';

/** The page to read of a list with a fixed order. */
export const PageQuery = z.object({
  limit: limitOf(limitMax, limitDefault, 'items'),
  cursor: PlantQuery.shape.cursor,
});

/** The page to read of a plant's history. */
export const HistoryQuery = z.object({ ...PlantId.shape, ...PageQuery.shape });

/** A person, token or program that changes plants. */
export const Actor = z.object({
  kind: z.enum(['token', 'person']),
  name: z.string().meta({ examples: ['till'] }),
});
export type Actor = z.infer<typeof Actor>;

/** One change of a plant. */
export const PlantChange = z
  .object({
    at: Time,
    change: z.enum(['created', 'changed', 'restored', 'deleted']),
    by: Actor.optional().meta({ description: 'The actor of the change; absent if unknown.' }),
    receipt: z
      .object({
        id: Int64.meta({ description: 'Its receipt.' }),
        kind: z.string().meta({ description: 'The kind of action.', examples: ['import'] }),
        file: z.string().optional().meta({ description: 'The name of the file of an import.' }),
        line: z
          .int()
          .optional()
          .meta({ description: 'The number of the row in the file, as in a spreadsheet.' }),
      })
      .optional()
      .meta({ description: 'The import or bulk action of this change.' }),
    before: StoredPlant.optional(),
    plant: StoredPlant,
  })
  .meta({
    id: 'PlantChange',
    description:
      'A change of a plant: its actor, its time, the plant `before` the change and the plant after it. For a deletion: the deleted plant.',
  });
export type PlantChange = z.infer<typeof PlantChange>;

/** A plant in the trash. */
export const TrashedPlant = z
  .object({
    ...StoredPlant.shape,
    deletedAt: Time,
    deletedBy: Actor.optional().meta({ description: 'The actor of the deletion; absent if unknown.' }),
    purgedAt: Time.meta({ description: 'The end of the time in which it can be restored.' }),
  })
  .meta({ id: 'TrashedPlant', description: 'A deleted plant that can be restored.' });
export type TrashedPlant = z.infer<typeof TrashedPlant>;
