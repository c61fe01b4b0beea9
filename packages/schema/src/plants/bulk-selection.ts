import * as z from 'zod';
import { searchablePattern, searchWords } from '../text/fold.ts';
import { Int64 } from '../values/int64.ts';
import { refusing } from '../values/known-keys.ts';
import { bulkMax, searchMaxLength } from '../values/limits.ts';
import { PlantPatch } from './plant.ts';
import { PlantFilter } from './plant-query.ts';

/** In a list, a blank search finds all plants, a search without a word none. For a bulk action both are mistakes. */
const SearchWithWord = PlantFilter.shape.q
  .unwrap()
  .refine((text) => searchWords(text).length > 0, {
    error: 'must contain a letter or a digit; to filter by other fields only, leave out q',
  })
  .meta({
    description:
      'Words that the plants must contain, as in a list; at least one word with a letter or a digit.',
    override: { type: 'string', maxLength: searchMaxLength, pattern: searchablePattern },
  });

const selection = {
  ids: z
    .array(Int64, { error: `must be an array of 1 to ${bulkMax} ids` })
    .min(1, { error: `must have 1 to ${bulkMax} ids` })
    .max(bulkMax, { error: `must have at most ${bulkMax} ids; for more, give a filter` })
    .meta({ description: `1 to ${bulkMax} ids.` })
    .optional(),
  // A filter with only a misspelt key would find all plants.
  filter: z
    .strictObject(
      {
        ...PlantFilter.shape,
        q: SearchWithWord.optional(),
        count: z
          .int({ error: 'must be a whole number' })
          .min(0, { error: 'must be 0 or more' })
          .meta({
            description:
              'The expected number of plants. If the filter finds another number, nothing is done.',
          })
          .optional(),
      },
      {
        error: refusing(
          'is not a key of a filter; use q, tag, addedFrom, addedBefore or count',
          'must be an object, such as {"tag": "herb"}; {} finds all plants',
        ),
      },
    )
    .meta({
      description:
        'All plants that the filter finds, without a limit; `{}` finds all plants. Unknown keys are refused.',
    })
    .optional(),
};

export const PlantSelection = z
  .strictObject(selection, { error: refusing('is not a known key; give ids or a filter') })
  .check(namesPlants)
  .meta({
    id: 'PlantSelection',
    description: 'Plants by their ids, or by a filter.',
    override: eitherIdsOrFilter,
    examples: [{ ids: [7, 8] }, { filter: { tag: 'aroid' } }],
  });
export type PlantSelection = z.infer<typeof PlantSelection>;

export const PlantsPatch = z
  .strictObject(
    { ...selection, tag: PlantPatch.shape.tag.unwrap() },
    { error: refusing('is not a known key; give a tag, and ids or a filter') },
  )
  .check(namesPlants)
  .meta({
    id: 'PlantsPatch',
    description: 'A tag for the plants with these ids or of a filter; null removes their tags.',
    override: eitherIdsOrFilter,
    examples: [
      { ids: [7, 8], tag: 'aroid' },
      { filter: { q: 'fern' }, tag: null },
    ],
  });

function namesPlants(ctx: { value: { ids?: unknown; filter?: unknown }; issues: unknown[] }) {
  const { ids, filter } = ctx.value;
  if ((ids === undefined) !== (filter === undefined)) return;
  const message = ids
    ? 'and filter cannot both be given; give one of them'
    : `is missing; give 1 to ${bulkMax} ids, or a filter`;
  ctx.issues.push({ code: 'custom', message, path: ['ids'], input: ids });
}

type ObjectSchema = {
  type?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
  oneOf?: unknown[];
};

function eitherIdsOrFilter({ jsonSchema }: { jsonSchema: ObjectSchema }) {
  const { properties: { ids, filter, ...rest } = {}, required = [] } = jsonSchema;
  const either = (name: string, schema: unknown) => ({
    type: 'object',
    properties: { [name]: schema, ...rest },
    required: [name, ...required],
    additionalProperties: false,
  });
  jsonSchema.oneOf = [either('ids', ids), either('filter', filter)];
  for (const key of ['type', 'properties', 'required', 'additionalProperties'] as const)
    delete jsonSchema[key];
}
