import { type Database, receipts as store, undo } from '@plant-store/db';
import { PageQuery, Receipt, ReceiptQuery, Undone } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import { authorize } from '../../auth/permission.ts';
import { fromNumbersCursor, toNumbersCursor } from '../../http/numbers-cursor.ts';
import { withIdempotency } from '../base/idempotency.ts';
import { rest } from '../base/rest-meta.ts';
import { page, requireScope, router } from '../base/trpc.ts';

/** The receipts of imports and bulk actions, and their undoing. */
export const receipts = router({
  list: requireScope('plants:read')
    .meta(
      rest.get('/receipts', {
        operationId: 'listReceipts',
        summary: 'List receipts',
        description: 'What imports and bulk actions did, the last one first.',
        success: 'Receipts, the last one first.',
        isPaged: true,
      }),
    )
    .input(PageQuery)
    .output(page(Receipt))
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const [before] = cursor === undefined ? [] : fromNumbersCursor('receipts', cursor, 1);
      const { receipts, next } = await store.list(ctx.db, { limit, before });
      return {
        items: receipts.map(onWire),
        nextCursor: next === undefined ? undefined : toNumbersCursor('receipts', [next]),
      };
    }),

  get: requireScope('plants:read')
    .meta(
      rest.get('/receipts/{id}', {
        operationId: 'getReceipt',
        summary: 'Read a receipt',
        description: 'What an import or a bulk action did.',
        success: 'The receipt.',
        problems: ['notFound'],
      }),
    )
    .input(ReceiptQuery)
    .output(Receipt)
    .query(async ({ ctx, input }) => onWire(await store.get(ctx.db, input.id))),

  undo: requireScope('plants:write')
    .meta(
      rest.post('/receipts/{id}/undo', {
        operationId: 'undoReceipt',
        summary: 'Undo an import or a bulk action',
        description:
          'Takes back what it did, within 30 days: what it added goes to the trash, what it changed is as it was before, what it deleted is put back. ' +
          'Plants that were changed since are left as they are, and listed. The undoing has a receipt of its own, and can be undone. ' +
          'Where the receipt has `created` plants, which then go to the trash, it needs the scope `plants:delete` besides.',
        success: 'What was taken back, and which plants were left as they are.',
        problems: ['badRequest', 'notFound'],
      }),
    )
    .input(ReceiptQuery)
    .output(Undone)
    .mutation(async ({ ctx, input }) => {
      await authorizeUndo(ctx, input.id);
      return undo(ctx.db, input.id, withIdempotency(ctx, 'receipts.undo', input));
    }),
});

/**
 * The undoing of an addition deletes plants, so it needs that scope. @throws StoreError `scopeMissing` or `notFound`
 */
async function authorizeUndo({ db, caller }: { db: Database; caller: Caller }, id: bigint) {
  const { created } = await store.get(db, id);
  if (created > 0) authorize({ caller }, 'plants:delete');
}

const onWire = ({ at, undoableUntil, ...receipt }: Awaited<ReturnType<typeof store.get>>) => ({
  ...receipt,
  at: at.toISOString(),
  undoableUntil: undoableUntil?.toISOString(),
});
