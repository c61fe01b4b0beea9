import { undoAdditions as undo } from '@plant-store/db';
import { Int64, Undone } from '@plant-store/schema';
import * as z from 'zod';
import { authorize } from '../../auth/permission.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { requireScope } from '../base/trpc.ts';

/** Moves the plants of a group, up to the audit entry `last`, to the trash, as the undo of a bulk addition does. */
export const undoAdditions = requireScope('plants:write')
  .input(z.object({ id: Int64, last: Int64 }))
  .output(Undone)
  .mutation(({ ctx, input }) => {
    authorize(ctx, 'plants:delete');
    return undo(ctx.db, input, idempotentInitiatorOf(ctx, 'activity.undoAdditions', input));
  });
