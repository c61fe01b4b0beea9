import { z } from 'zod';
import { ErrorBody } from './error.ts';
import { searchWords } from './fold.ts';
import { Int64 } from './int64.ts';
import { PlantPatch, StoredPlant } from './plant.ts';
import { PlantFilter, searchMaxLength } from './plant-query.ts';
import { ReceiptId } from './receipt.ts';

/** How many plants a bulk action takes that names them one by one. */
export const bulkMax = 1_000;

const accepted = `must be an array of 1 to ${bulkMax} plants`;

/** What `POST /plants/bulk` takes. Each plant is looked at by itself, so that what is wrong with it can be told of it. */
export const NewPlants = z
  .object({
    plants: z
      .array(z.unknown(), { error: accepted })
      .min(1, { error: accepted })
      .max(bulkMax, { error: accepted })
      .meta({
        description: `1 to ${bulkMax} plants to add.`,
        override: { items: { $ref: '#/components/schemas/NewPlant' } },
      }),
    mode: z
      .enum(['all', 'partial'], { error: 'must be all or partial' })
      .default('all')
      .meta({ description: '`all` adds all of them or none; `partial` adds those that can be added.' }),
  })
  .meta({ examples: [{ plants: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }] }] });

/** What became of the plants of `POST /plants/bulk`. */
export const AddedPlants = z
  .object({
    results: z
      .array(
        z.object({
          status: z.int().meta({ description: 'What `POST /plants` would have answered: 200 or 400.' }),
          plant: StoredPlant.optional(),
          error: ErrorBody.optional(),
        }),
      )
      .meta({ description: 'For each plant, in order: the plant as stored, or why it was not.' }),
    receipt: ReceiptId.meta({ description: 'What this can be undone by: `POST /receipts/{id}/undo`.' }),
  })
  .meta({ id: 'AddedPlants', description: 'What became of each of many plants.' });

/** What is refused here, and ignored elsewhere: a filter whose only key is misspelt would find all plants. */
const refusing =
  (unknown: string, other?: string) =>
  ({ code }: { code?: string }) =>
    code === 'unrecognized_keys' ? unknown : other;

/** In a list a blank search finds all plants, and one without a word finds none: here, both would be a mistake. */
const SearchWithWord = PlantFilter.shape.q
  .unwrap()
  .check((ctx) => {
    if (searchWords(ctx.value).length > 0) return;
    const message =
      'must have a letter or a digit to search for; to find plants by other fields, leave q out';
    ctx.issues.push({ code: 'custom', message, input: ctx.value });
  })
  .meta({
    description:
      'Words that the plants must have, as in a list; at least one of them, with a letter or a digit.',
    override: { type: 'string', maxLength: searchMaxLength, pattern: '[\\p{L}\\p{N}]' },
  });

/** Which plants a bulk action is for: those with these ids, or all that a filter finds. */
const selection = {
  ids: z
    .array(Int64, { error: `must be an array of 1 to ${bulkMax} ids` })
    .min(1, { error: `must have 1 to ${bulkMax} ids` })
    .max(bulkMax, { error: `must have at most ${bulkMax} ids; for more, give a filter` })
    .meta({ description: `1 to ${bulkMax} ids.` })
    .optional(),
  filter: z
    .strictObject(
      {
        ...PlantFilter.shape,
        q: SearchWithWord.optional(),
        count: z
          .int({ error: 'must be a whole number' })
          .meta({
            description:
              'How many plants the filter is known to find; if it finds more or less by now, nothing is done.',
          })
          .optional(),
      },
      {
        error: refusing(
          'is nothing that a filter has; it has q, tag, addedFrom, addedBefore and count',
          'must be an object, such as {"tag": "herb"}; {} finds all plants',
        ),
      },
    )
    .meta({
      description:
        'All plants that this finds, however many; `{}` finds all there are. A key that is none of these is refused.',
    })
    .optional(),
};

/** What `POST /plants/bulk/delete` takes. */
export const PlantSelection = z
  .strictObject(selection, { error: refusing('is nothing that is known here; give ids, or a filter') })
  .check(namesPlants);
export type PlantSelection = z.infer<typeof PlantSelection>;

/** What `POST /plants/bulk/edit` takes. */
export const PlantsPatch = z
  .strictObject(
    { ...selection, tag: PlantPatch.shape.tag.unwrap() },
    { error: refusing('is nothing that is known here; give a tag, and ids or a filter') },
  )
  .check(namesPlants);

function namesPlants(ctx: { value: { ids?: unknown; filter?: unknown }; issues: unknown[] }) {
  const { ids, filter } = ctx.value;
  if ((ids === undefined) !== (filter === undefined)) return;
  const message = ids
    ? 'and filter cannot both be given; give one of them'
    : 'is missing; give 1 to 1000 ids, or a filter';
  ctx.issues.push({ code: 'custom', message, path: ['ids'], input: ids });
}

/** What became of the plants of a bulk action. */
export const ChangedPlants = z
  .object({
    changed: z.int().meta({ description: 'How many plants were changed.' }),
    missing: z.array(Int64).meta({ description: 'The ids that no plant had.' }),
    receipt: ReceiptId.meta({ description: 'What this can be undone by: `POST /receipts/{id}/undo`.' }),
  })
  .meta({ id: 'ChangedPlants', description: 'What a bulk action did.' });
