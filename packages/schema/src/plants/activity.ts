import * as z from 'zod';
import { Int64 } from '../values/int64.ts';
import { LeftAlone, Receipt } from './receipt.ts';

/** A group of single additions, by the number of its first audit entry. */
export const AdditionsQuery = z.object({ id: Int64 });

/** A receipt; or single additions, whose `id` is that of `AdditionsQuery`. */
export const Activity = z.object({
  ...Receipt.shape,
  kind: z.enum([...Receipt.shape.kind.options, 'additions']),
  /** Of single additions, the number of the last audit entry. An undo up to it takes only the plants that the person saw. */
  last: z.optional(Int64),
});
export type Activity = z.infer<typeof Activity>;

/** What is known of an undo besides its receipt. */
export const UndoFacts = z.object({
  /** The first plants that it left alone; absent if it left none, or is of a version that did not keep them. */
  left: z.array(LeftAlone).optional(),
  /** The single additions that it undid. */
  additions: Activity.optional(),
});
export type UndoFacts = z.infer<typeof UndoFacts>;
