import * as z from 'zod';
import { ErrorBody } from '../errors/error.ts';
import { Int64 } from '../values/int64.ts';
import { bulkMax } from '../values/limits.ts';
import { StoredPlant } from './plant.ts';
import { ReceiptId } from './receipt.ts';

const accepted = `must be an array of 1 to ${bulkMax} plants`;

/** Each plant is checked separately, so that its problems can be reported with it. */
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

export const AddedPlants = z
  .object({
    results: z
      .array(
        z.object({
          status: z
            .int()
            .meta({ description: 'The status that `POST /plants` would have answered: 200 or 400.' }),
          plant: StoredPlant.optional(),
          error: z.optional(ErrorBody),
        }),
      )
      .max(bulkMax)
      .meta({ description: 'For each plant, in order: the stored plant or the error.' }),
    receipt: ReceiptId.check(
      z.meta({ description: 'The receipt to undo this action: `POST /receipts/{id}/undo`.' }),
    ),
  })
  .meta({ id: 'AddedPlants', description: 'The result for each of many plants.' });

export const ChangedPlants = z
  .object({
    changed: z.int().meta({ description: 'The number of changed plants.' }),
    missing: z.array(Int64).max(bulkMax).meta({ description: 'The ids without a plant.' }),
    receipt: ReceiptId.check(
      z.meta({ description: 'The receipt to undo this action: `POST /receipts/{id}/undo`.' }),
    ),
  })
  .meta({ id: 'ChangedPlants', description: 'The result of a bulk action.' });
