import * as z from 'zod';
import { numberedTagsMax } from './limits.ts';

const Count = z.int().min(0);

/** The number of plants that a filter finds. */
export const PlantCount = z
  .object({ count: Count.meta({ description: 'How many plants there are.' }) })
  .meta({ id: 'PlantCount', description: 'How many plants a filter finds.', examples: [{ count: 1204 }] });

/** A tag and the number of its plants. */
export const TagCount = z
  .object({ tag: z.string(), count: Count })
  .meta({ description: 'A tag, and how many plants have it.', examples: [{ tag: 'aroid', count: 52 }] });

/** Statistics of the store. */
export const Statistics = z
  .object({
    total: Count.meta({ description: 'How many plants there are.' }),
    untagged: Count.meta({ description: 'How many of them have no tag.' }),
    byTag: z
      .array(TagCount)
      .max(numberedTagsMax)
      .meta({ description: `The ${numberedTagsMax} tags that most plants have, most used first.` }),
    byWeek: z
      .array(
        z.object({
          week: z.string().meta({ description: 'A week of ISO 8601, in UTC.', examples: ['2026-W47'] }),
          count: Count,
        }),
      )
      .meta({
        description:
          'How many plants were added in each week, the first week first; weeks without any are left out.',
      }),
  })
  .meta({
    id: 'Statistics',
    description: 'The store in numbers.',
    examples: [
      {
        total: 53,
        untagged: 1,
        byTag: [{ tag: 'aroid', count: 52 }],
        byWeek: [{ week: '2026-W47', count: 53 }],
      },
    ],
  });
export type Statistics = z.infer<typeof Statistics>;
