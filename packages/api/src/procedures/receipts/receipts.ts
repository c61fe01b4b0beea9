import { type Database, receipts as store, undo } from '@plant-store/db';
import { PageQuery, Receipt, ReceiptQuery, Undone } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import { authorize } from '../../auth/permission.ts';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { idempotentInitiatorOf } from '../base/idempotency.ts';
import { rest } from '../base/rest.ts';
import { page, router } from '../base/trpc.ts';

export const receipts = router({
  list: rest
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
    }),

  get: rest
    .get('plants:read', '/receipts/{id}', {
      operationId: 'getReceipt',
      summary: 'Read a receipt',
      description: 'The result of an import or bulk action.',
      success: 'The receipt.',
      problems: ['notFound'],
    })
    .input(ReceiptQuery)
    .output(Receipt)
    .query(({ ctx, input }) => store.get(ctx.db, input.id)),

  undo: rest
    .post('plants:write', '/receipts/{id}/undo', {
      operationId: 'undoReceipt',
      summary: 'Undo an import or a bulk action',
      description:
        'Undoes it within 30 days: added plants move to the trash, changed plants get their former values, deleted plants are restored. ' +
        'Plants with later changes stay unchanged and are listed. The undo has its own receipt and can be undone. ' +
        'If the receipt has `created` plants, which then move to the trash, the scope `plants:delete` is also required.',
      success: 'The undone changes, and the plants left unchanged.',
      problems: ['badRequest', 'notFound'],
    })
    .input(ReceiptQuery)
    .output(Undone)
    .mutation(async ({ ctx, input }) => {
      await authorizeUndo(ctx, input.id);
      return undo(ctx.db, input.id, idempotentInitiatorOf(ctx, 'receipts.undo', input));
    }),
});

/** Authorizes an undo, with the scope to delete for added plants. @throws StoreError `scopeMissing` or `notFound` */
async function authorizeUndo({ db, caller }: { db: Database; caller: Caller }, id: bigint) {
  const { created } = await store.get(db, id);
  if (created > 0) authorize({ caller }, 'plants:delete');
}
