import { plants as store } from '@plant-store/db';
import { Int64 } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

export const nextFreeId = requireScope('plants:read')
  .output(Int64)
  .query(({ ctx }) => store.nextFreeId(ctx.db));
