import { plants, receipts, activity as store, undoAdditions } from '@plant-store/db';
import {
  Activity,
  ActivityQuery,
  Int64,
  limitMax,
  PageQuery,
  ReceiptQuery,
  StoredPlant,
  UndoFacts,
  Undone,
} from '@plant-store/schema';
import * as z from 'zod';
import { authorize } from '../../auth/permission.ts';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { page, requireScope, router } from '../base/trpc.ts';

export const activity = router({
  /** Receipts, and plants added one by one, in groups; newest first. */
  list: requireScope('plants:read')
    .input(PageQuery)
    .output(page(Activity))
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const [before] = numbersOfCursor('activity', cursor, 1);
      const { items, next } = await store.list(ctx.db, { limit, before });
      return { items, nextCursor: cursorOfNumbers('activity', [next]) };
    }),

  get: requireScope('plants:read')
    .input(ActivityQuery)
    .output(Activity)
    .query(
      ({ ctx, input: { id, isOfAdditions } }): Promise<Activity> =>
        isOfAdditions ? store.getAdditions(ctx.db, { id }) : receipts.get(ctx.db, id),
    ),

  /** Up to 200 of the plants that an activity added or changed, as they are now, after the id `after`. */
  listPlants: requireScope('plants:read')
    .meta({ trustsOutput: true })
    .input(ActivityQuery.extend({ after: z.optional(Int64) }))
    .output(z.array(StoredPlant))
    .query(({ ctx, input: { isOfAdditions, ...part } }) =>
      (isOfAdditions ? store.addedPlants : plants.ofReceipt)(ctx.db, { ...part, limit: limitMax }),
    ),

  /** Moves the plants of a group, up to the audit entry `last`, to the trash, as the undo of a bulk addition does. */
  undoAdditions: requireScope('plants:write')
    .input(z.object({ id: Int64, last: Int64 }))
    .output(Undone)
    .mutation(({ ctx, input }) => {
      authorize(ctx, 'plants:delete');
      return undoAdditions(ctx.db, input, idempotentInitiatorOf(ctx, 'activity.undoAdditions', input));
    }),

  /** The plants that an undo left alone, and the single additions that it undid. */
  getUndo: requireScope('plants:read')
    .input(ReceiptQuery)
    .output(UndoFacts)
    .query(async ({ ctx, input }) => {
      const { left, added } = await receipts.undoFacts(ctx.db, input.id);
      return { left, additions: added && (await store.getAdditions(ctx.db, added)) };
    }),
});
