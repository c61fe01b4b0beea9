import { activity, receipts } from '@plant-store/db';
import { ReceiptQuery, UndoFacts } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

/** The plants that an undo left alone, and the single additions that it undid. */
export const getUndo = requireScope('plants:read')
  .input(ReceiptQuery)
  .output(UndoFacts)
  .query(async ({ ctx, input }) => {
    const { left, added } = await receipts.undoFacts(ctx.db, input.id);
    return { left, additions: added && (await activity.getAdditions(ctx.db, added)) };
  });
