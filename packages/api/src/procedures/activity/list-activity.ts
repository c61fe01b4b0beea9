import { activity as store } from '@plant-store/db';
import { Activity, PageQuery } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { page, requireScope } from '../base/trpc.ts';

/** Receipts, and plants added one by one, in groups; newest first. */
export const listActivity = requireScope('plants:read')
  .input(PageQuery)
  .output(page(Activity))
  .query(async ({ ctx, input: { limit, cursor } }) => {
    const [before] = cursor === undefined ? [] : numbersOfCursor('activity', cursor, 1);
    const { items, next } = await store.list(ctx.db, { limit, before });
    return {
      items,
      nextCursor: next === undefined ? undefined : cursorOfNumbers('activity', [next]),
    };
  });
