import * as z from 'zod';
import { Actor } from '../accounts/actor.ts';
import { Int64 } from '../values/int64.ts';
import { Time } from '../values/time.ts';
import { LeftAlone, Receipt, ReceiptId } from './receipt.ts';

/** A group of single additions, by the number of its first audit entry. */
export const AdditionsQuery = z.object({ id: Int64 });

export const Additions = z.object({
  id: Int64,
  /** The number of its last audit entry. An undo up to it takes only the plants that the person saw. */
  last: Int64,
  at: Time,
  /** The hour of the additions, or its part if the store had very many. */
  from: Time,
  to: Time,
  by: Actor.optional(),
  count: z.int(),
  undoneBy: z.optional(ReceiptId),
  undoableUntil: Time.optional(),
});
export type Additions = z.infer<typeof Additions>;

export const ActivityItem = z.union([
  z.object({ receipt: Receipt, additions: z.undefined().optional() }),
  z.object({ additions: Additions, receipt: z.undefined().optional() }),
]);
export type ActivityItem = z.infer<typeof ActivityItem>;

/** What is known of an undo besides its receipt. */
export const UndoFacts = z.object({
  /** The first plants that it left alone; absent if it left none, or is of a version that did not keep them. */
  left: z.array(LeftAlone).optional(),
  /** The single additions that it undid. */
  additions: Additions.optional(),
});
export type UndoFacts = z.infer<typeof UndoFacts>;
