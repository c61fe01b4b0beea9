import * as z from 'zod';
import { Actor } from './history.ts';
import { Int64 } from './int64.ts';
import { leftAloneMax } from './limits.ts';
import { Time } from './time.ts';

export const ReceiptId = Int64.meta({
  description: 'The number of a receipt.',
  examples: [1763712000000000],
});

export const ReceiptQuery = z.object({ id: ReceiptId });

const count = (description: string) => z.int().meta({ description });

/** The receipt of an import or bulk action: its actor, its time, and the number of plants for each outcome. */
export const Receipt = z
  .object({
    id: ReceiptId,
    kind: z.enum(['import', 'add', 'edit', 'delete', 'undo']).meta({
      description: 'An import, a bulk action, or the undoing of one of them.',
    }),
    at: Time,
    by: Actor.optional(),
    file: z.string().optional().meta({ description: 'The name of the file, if it was an import.' }),
    rows: count('How many rows or plants there were: the sum of the following.'),
    created: count('How many plants were added, or put back.'),
    updated: count('How many plants were changed.'),
    deleted: count('How many plants went to the trash.'),
    skipped: count('How many were left as they were.'),
    failed: count('How many were not acceptable.'),
    undoes: ReceiptId.optional().meta({ description: 'The receipt that this one undid.' }),
    undoneBy: ReceiptId.optional().meta({
      description: 'The receipt that undid this one; undo that to have it back.',
    }),
    undoableUntil: Time.optional().meta({
      description: 'Until when it can be undone; left out where it cannot be.',
    }),
  })
  .meta({ id: 'Receipt', description: 'What an import or a bulk action did.' });
export type Receipt = z.infer<typeof Receipt>;

/** The outcome of an undo. */
export const Undone = z
  .object({
    receipt: ReceiptId.meta({ description: 'The receipt of the undoing, which can be undone itself.' }),
    created: count('How many deleted plants were put back.'),
    updated: count('How many plants have back what they had before.'),
    deleted: count('How many plants that were added went to the trash.'),
    leftCount: count('How many plants were left as they are, as they were changed since.'),
    left: z
      .array(
        z.object({
          id: Int64,
          reason: z.enum(['changed', 'deleted', 'idTaken']).meta({
            description: 'It was changed since, or deleted since, or another plant has its id now.',
          }),
        }),
      )
      .max(leftAloneMax)
      .meta({ description: `Those plants, the first ${leftAloneMax.toLocaleString('en')} of them.` }),
  })
  .meta({ id: 'Undone', description: 'What undoing a receipt did.' });
export type Undone = z.infer<typeof Undone>;
