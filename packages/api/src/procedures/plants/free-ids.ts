import { plants as store } from '@plant-store/db';
import { Int64 } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** The free ids to go on with for the caller, as ranges from the first to the last one. */
export const freeIds = requireScope('plants:read')
  .output(z.array(z.tuple([Int64, Int64])))
  .query(({ ctx }) => store.freeIds(ctx.db, ctx.caller.actorId));
