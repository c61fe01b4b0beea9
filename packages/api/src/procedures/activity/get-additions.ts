import { activity as store } from '@plant-store/db';
import { Activity, AdditionsQuery } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

export const getAdditions = requireScope('plants:read')
  .input(AdditionsQuery)
  .output(Activity)
  .query(({ ctx, input }) => store.getAdditions(ctx.db, input));
