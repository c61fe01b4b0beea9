import { plants as store } from '@plant-store/db';
import { Int64 } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';

/** A free id to go on with for the caller, or null. */
export const nextFreeId = requireScope('plants:read')
  .output(Int64.nullable())
  .query(async ({ ctx }) => (await store.nextFreeId(ctx.db, ctx.caller.actorId)) ?? null);
