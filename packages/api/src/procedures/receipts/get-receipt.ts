import { receipts as store } from '@plant-store/db';
import { Receipt, ReceiptQuery } from '@plant-store/schema';
import { rest } from '../base/rest.ts';

export const getReceipt = rest
  .get('plants:read', '/receipts/{id}', {
    operationId: 'getReceipt',
    summary: 'Read a receipt',
    description: 'The result of an import or bulk action.',
    success: 'The receipt.',
    problems: ['notFound'],
  })
  .input(ReceiptQuery)
  .output(Receipt)
  .query(({ ctx, input }) => store.get(ctx.db, input.id));
