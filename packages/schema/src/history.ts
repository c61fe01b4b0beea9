import * as z from 'zod';
import { Int64 } from './int64.ts';
import { PlantId, StoredPlant } from './plant.ts';
import { limitDefault, limitMax, limitOf, PlantQuery } from './plant-query.ts';
import { Time } from './time.ts';

/** The page to read of a list that has one fixed order. */
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
    by: Actor.optional().meta({ description: 'Who made it; left out where that is not known.' }),
    receipt: z
      .object({
        id: Int64.meta({ description: 'Its receipt.' }),
        kind: z.string().meta({ description: 'What kind of action it was.', examples: ['import'] }),
        file: z.string().optional().meta({ description: 'The name of the file, if it was an import.' }),
        line: z.int().optional().meta({ description: 'The row of the file, as a spreadsheet counts them.' }),
      })
      .optional()
      .meta({ description: 'The import or bulk action that it was part of.' }),
    before: StoredPlant.optional(),
    plant: StoredPlant,
  })
  .meta({
    id: 'PlantChange',
    description:
      'A change of a plant: who made it and when, what the plant was `before` it, and what it was after it; of a deleted one, what was deleted.',
  });
export type PlantChange = z.infer<typeof PlantChange>;

/** A plant in the trash. */
export const TrashedPlant = z
  .object({
    ...StoredPlant.shape,
    deletedAt: Time,
    deletedBy: Actor.optional().meta({ description: 'Who deleted it; left out where that is not known.' }),
    purgedAt: Time.meta({ description: 'Until when it can be restored.' }),
  })
  .meta({ id: 'TrashedPlant', description: 'A deleted plant that can be restored.' });
export type TrashedPlant = z.infer<typeof TrashedPlant>;
