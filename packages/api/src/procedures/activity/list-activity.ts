import { activity as store } from '@plant-store/db';
import { ActivityItem, PageQuery } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { page, requireScope } from '../base/trpc.ts';
import { onWire as receiptOnWire } from '../receipts/on-wire.ts';
import { onWire } from './on-wire.ts';

/** Receipts, and plants added one by one, in groups; newest first. */
export const listActivity = requireScope('plants:read')
  .input(PageQuery)
  .output(page(ActivityItem))
  .query(async ({ ctx, input: { limit, cursor } }) => {
    const [before] = cursor === undefined ? [] : numbersOfCursor('activity', cursor, 1);
    const { items, next } = await store.list(ctx.db, { limit, before });
    return {
      items: items.map((item) =>
        'receipt' in item ? { receipt: receiptOnWire(item.receipt) } : { additions: onWire(item.additions) },
      ),
      nextCursor: next === undefined ? undefined : cursorOfNumbers('activity', [next]),
    };
  });
