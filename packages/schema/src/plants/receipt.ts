import * as z from 'zod';
import { Actor } from '../accounts/actor.ts';
import { Int64 } from '../values/int64.ts';
import { leftAloneMax } from '../values/limits.ts';
import { Time } from '../values/time.ts';

export const ReceiptId = Int64.check(
  z.meta({
    description: 'The number of a receipt.',
    examples: [1763712000000000],
  }),
);

export const ReceiptQuery = z.object({ id: ReceiptId });

const count = (description: string) => z.int().meta({ description });

export const Receipt = z
  .object({
    id: ReceiptId,
    kind: z.enum(['import', 'add', 'edit', 'delete', 'undo']).meta({
      description: 'An import, a bulk action, or the undoing of one of them.',
    }),
    at: Time,
    by: Actor.optional(),
    file: z.string().optional().meta({ description: 'The name of the file of an import.' }),
    rows: count('The number of rows or plants: the sum of the following.'),
    created: count('The number of added or restored plants.'),
    updated: count('The number of changed plants.'),
    deleted: count('The number of plants moved to the trash.'),
    skipped: count('The number of unchanged rows or plants.'),
    failed: count('The number of invalid rows or plants.'),
    undoes: z.optional(ReceiptId).meta({ description: 'The receipt that this action undid.' }),
    undoneBy: z.optional(ReceiptId).meta({
      description: 'The receipt of the undo of this action; undo that one to redo it.',
    }),
    undoableUntil: Time.optional().meta({
      description: 'The end of the time in which it can be undone; absent if it cannot be.',
    }),
  })
  .meta({ id: 'Receipt', description: 'The result of an import or bulk action.' });
export type Receipt = z.infer<typeof Receipt>;

export const LeftAlone = z.object({
  id: Int64,
  reason: z.enum(['changed', 'deleted', 'idTaken']).meta({
    description: 'It was changed or deleted later, or another plant has its id now.',
  }),
});
export type LeftAlone = z.infer<typeof LeftAlone>;

export const Undone = z
  .object({
    receipt: ReceiptId.check(z.meta({ description: 'The receipt of the undo, which can be undone too.' })),
    created: count('The number of restored plants.'),
    updated: count('The number of plants with their previous values again.'),
    deleted: count('The number of added plants moved to the trash.'),
    leftCount: count('The number of plants left unchanged because of later changes.'),
    left: z
      .array(LeftAlone)
      .max(leftAloneMax)
      .meta({ description: `The first ${leftAloneMax} of these plants.` }),
  })
  .meta({ id: 'Undone', description: 'The result of an undo.' });
export type Undone = z.infer<typeof Undone>;
