import * as z from 'zod';
import { Int64 } from '../values/int64.ts';
import { LeftAlone, Receipt } from './receipt.ts';

/** A receipt; or a group of single additions, by the number of its first audit entry. */
export const ActivityQuery = z.object({ id: Int64, isOfAdditions: z.boolean() });

/** A receipt; or a group of single additions, whose `id` is that of `ActivityQuery`. */
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
