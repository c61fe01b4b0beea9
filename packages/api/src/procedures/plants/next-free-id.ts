import { plants as store } from '@plant-store/db';
import { Int64 } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** A free id to go on with for the caller, or null. */
export const nextFreeId = requireScope('plants:read')
  .output(z.nullable(Int64))
  .query(async ({ ctx }) => (await store.nextFreeId(ctx.db, ctx.caller.actorId)) ?? null);
