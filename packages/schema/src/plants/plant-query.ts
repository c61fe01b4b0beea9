import * as z from 'zod';
import { inNfc, storedTag, textProblem } from '../text/characters.ts';
import { singleLineOrBlankPattern } from '../text/single-line.ts';
import { limitMax, plantSorts, searchMaxLength, tagMaxLength } from '../values/limits.ts';
import { limitDefault, limitOf, PageQuery } from '../values/page-query.ts';
import { Moment } from '../values/time.ts';

export const nameLimitMax = 20;
export const tagLimitMax = 1_000;

export const PlantSort = z.enum(plantSorts, { error: `must be one of ${plantSorts.join(', ')}` }).meta({
  description:
    'The order of the list: by the time of addition, by name without regard to case and diacritics, or by id; with a `-` in descending order.',
});
export type PlantSort = z.infer<typeof PlantSort>;

const acceptedSearch = `must be text of at most ${searchMaxLength} characters`;

const Search = z
  .string({ error: acceptedSearch })
  .overwrite(inNfc)
  .refine((text) => [...text].length <= searchMaxLength, {
    error: ({ input }) => `${acceptedSearch}; it has ${[...(input as string)].length}`,
    abort: true,
  })
  .meta({ override: { type: 'string', maxLength: searchMaxLength } });

/** It keeps its spelling, and may be a tag of an earlier version, which the store refuses today (`tagSpellings`). */
const TagOrNone = z
  .string({ error: `must be text of at most ${tagMaxLength} characters` })
  .trim()
  .overwrite(inNfc)
  .check((ctx) => {
    const problem = ctx.value === '' ? undefined : textProblem(storedTag(ctx.value), tagMaxLength);
    if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
  })
  .meta({ override: { type: 'string', maxLength: tagMaxLength, pattern: singleLineOrBlankPattern } });

export const PlantFilter = z.object({
  q: Search.meta({
    description:
      'Words to find in the name or tag: all of them, in any order, each as the beginning of a word, without regard to case and diacritics; `x` and `×` are the same. A number, also as `#1000` or `1,000`, also finds plants with an id that begins with it; a number of less than four digits only if the id has at most three more. Blank text finds all plants; text without a letter or digit finds none.',
    examples: ['mon del'],
  }).optional(),
  tag: TagOrNone.meta({
    description: 'The whole tag, with any kind and number of spaces; empty for plants without a tag.',
    examples: ['aroid'],
  }).optional(),
  addedFrom: Moment.meta({
    description:
      'Only plants added at this time or later: a day, which begins at midnight UTC, or a time with its zone.',
    examples: ['2026-01-31'],
  }).optional(),
  addedBefore: Moment.meta({
    description: 'Only plants added before this time.',
    examples: ['2026-02-01T08:00:00Z'],
  }).optional(),
});
export type PlantFilter = z.infer<typeof PlantFilter>;

export const PlantQuery = PlantFilter.extend({
  sort: PlantSort.default('-added'),
  limit: limitOf(limitMax, limitDefault, 'plants'),
  cursor: PageQuery.shape.cursor,
});
export type PlantQuery = z.infer<typeof PlantQuery>;

export const TagQuery = z.object({
  q: Search.meta({
    description:
      'Words to find in the tag, each as the beginning of a word, without regard to case and diacritics.',
    examples: ['succ'],
  }).optional(),
  limit: limitOf(tagLimitMax, limitDefault, 'tags'),
});
export type TagQuery = z.infer<typeof TagQuery>;

const acceptedBeginning = `must be text of 1 to ${searchMaxLength} characters`;

export const NameQuery = z.object({
  q: z
    .string({ error: acceptedBeginning })
    .regex(new RegExp(singleLineOrBlankPattern, 'u'), {
      error: `${acceptedBeginning}, without control characters`,
    })
    .refine((text) => text !== '' && [...text].length <= searchMaxLength, { error: acceptedBeginning })
    .meta({
      description:
        'The beginning of a name or tag, without regard to case and diacritics. White space at its end completes a word.',
      examples: ['mons'],
      override: {
        type: 'string',
        pattern: singleLineOrBlankPattern,
        minLength: 1,
        maxLength: searchMaxLength,
      },
    }),
  field: z
    .enum(['name', 'tag'], { error: 'must be name or tag' })
    .default('name')
    .meta({ description: 'The field to complete.' }),
  limit: limitOf(nameLimitMax, 5, 'spellings'),
});
export type NameQuery = z.infer<typeof NameQuery>;
