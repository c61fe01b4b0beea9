import { additions as store } from '@plant-store/db';
import { Additions, AdditionsQuery } from '@plant-store/schema';
import { requireScope } from '../base/trpc.ts';
import { onWire } from './on-wire.ts';

export const getAdditions = requireScope('plants:read')
  .input(AdditionsQuery)
  .output(Additions)
  .query(async ({ ctx, input }) => onWire(await store.get(ctx.db, input)));
