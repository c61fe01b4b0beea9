import { activity, receipts } from '@plant-store/db';
import { Activity, ActivityQuery } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

export const getActivity = requireScope('plants:read')
  .input(ActivityQuery)
  .output(Activity)
  .query(
    ({ ctx, input: { id, isOfAdditions } }): Promise<Activity> =>
      isOfAdditions ? activity.getAdditions(ctx.db, { id }) : receipts.get(ctx.db, id),
  );
