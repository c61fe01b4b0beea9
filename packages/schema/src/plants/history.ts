import * as z from 'zod';
import { Actor } from '../accounts/actor.ts';
import { Int64 } from '../values/int64.ts';
import { PageQuery } from '../values/page-query.ts';
import { Time } from '../values/time.ts';
import { PlantId, StoredPlant } from './plant.ts';

export const HistoryQuery = z.object({ ...PlantId.shape, ...PageQuery.shape });

export const PlantChange = z
  .object({
    at: Time,
    change: z.enum(['created', 'changed', 'restored', 'deleted']),
    by: Actor.optional().meta({ description: 'The actor of the change; absent if unknown.' }),
    receipt: z
      .object({
        id: Int64.check(z.meta({ description: 'Its receipt.' })),
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

export const TrashedPlant = z
  .object({
    ...StoredPlant.shape,
    deletedAt: Time,
    deletedBy: Actor.optional().meta({ description: 'The actor of the deletion; absent if unknown.' }),
    purgedAt: Time.meta({ description: 'The end of the time in which it can be restored.' }),
  })
  .meta({ id: 'TrashedPlant', description: 'A deleted plant that can be restored.' });
export type TrashedPlant = z.infer<typeof TrashedPlant>;
