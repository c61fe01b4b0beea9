import { plants as store } from '@plant-store/db';
import { Int64, limitMax, ReceiptQuery, StoredPlant } from '@plant-store/schema';
import * as z from 'zod';
import { requireScope } from '../base/trpc.ts';

/** Up to 200 of the plants that a receipt added or changed, as they are now, after the id `after`. */
export const listReceiptPlants = requireScope('plants:read')
  .meta({ trustsOutput: true })
  .input(ReceiptQuery.extend({ after: z.optional(Int64) }))
  .output(z.array(StoredPlant))
  .query(({ ctx, input: { id, after } }) => store.ofReceipt(ctx.db, { receipt: id, after, limit: limitMax }));
