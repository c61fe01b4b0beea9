import * as z from 'zod';
import { numberedTagsMax } from '../values/limits.ts';

const Count = z.int().min(0);

export const PlantCount = z.object({ count: Count.meta({ description: 'The number of plants.' }) }).meta({
  id: 'PlantCount',
  description: 'The number of plants that a filter finds.',
  examples: [{ count: 1204 }],
});

export const TagCount = z
  .object({ tag: z.string(), count: Count })
  .meta({ description: 'A tag and the number of its plants.', examples: [{ tag: 'aroid', count: 52 }] });

export const Statistics = z
  .object({
    total: Count.meta({ description: 'The number of plants.' }),
    untagged: Count.meta({ description: 'The number of plants without a tag.' }),
    byTag: z
      .array(TagCount)
      .max(numberedTagsMax)
      .meta({ description: `The ${numberedTagsMax} most used tags, most used first.` }),
    byWeek: z
      .array(
        z.object({
          week: z.string().meta({ description: 'A week of ISO 8601, in UTC.', examples: ['2026-W47'] }),
          count: Count,
        }),
      )
      .meta({
        description:
          'The number of plants added in each week, oldest week first; weeks without additions are absent.',
      }),
  })
  .meta({
    id: 'Statistics',
    description: 'Statistics of the store.',
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
