import { receipts as store } from '@plant-store/db';
import { PageQuery, Receipt } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { rest } from '../base/rest.ts';
import { page } from '../base/trpc.ts';

export const listReceipts = rest
  .get('plants:read', '/receipts', {
    operationId: 'listReceipts',
    summary: 'List receipts',
    description: 'The receipts of imports and bulk actions, newest first.',
    success: 'Receipts, newest first.',
    isPaged: true,
  })
  .input(PageQuery)
  .output(page(Receipt))
  .query(async ({ ctx, input: { limit, cursor } }) => {
    const [before] = numbersOfCursor('receipts', cursor, 1);
    const { receipts, next } = await store.list(ctx.db, { limit, before });
    return { items: receipts, nextCursor: cursorOfNumbers('receipts', [next]) };
  });
