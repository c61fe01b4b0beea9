import { undoAdditions as undo } from '@plant-store/db';
import { AdditionsQuery, Int64, Undone } from '@plant-store/schema';
import { authorize } from '../../auth/permission.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { requireScope } from '../base/trpc.ts';

/** Moves the plants of a group, up to the audit entry `last`, to the trash, as the undo of a bulk addition does. */
export const undoAdditions = requireScope('plants:write')
  .input(AdditionsQuery.extend({ last: Int64 }))
  .output(Undone)
  .mutation(({ ctx, input }) => {
    authorize(ctx, 'plants:delete');
    return undo(ctx.db, input, idempotentInitiatorOf(ctx, 'activity.undoAdditions', input));
  });
