import { type OnProgress, type Steps, unitOfWork } from '@plant-store/engine';
import type { Undone } from '@plant-store/schema';
import { leftAloneMax } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, withIdempotency } from '../idempotency/idempotency.ts';
import { batchMax } from '../plants/version-writes.ts';
import { beginAction, closeReceipt, get, markUndone } from './receipts.ts';
import {
  type Batch,
  lockCurrentPlants,
  restoreDeleted,
  revertCurrentChanges,
  revertEarlierChanges,
} from './reversal.ts';

/** Leaves alone what was changed later. @throws StoreError `notFound`, or `badRequest` if it is undone or too old */
export async function undo(db: Database, id: bigint, by: IdempotentInitiator = {}): Promise<Undone> {
  const { rows } = await get(db, id);
  const input = { id, rows, ...requestOf(by) };
  // An undo of few plants is a short unit, of many plants long work.
  const answer =
    rows <= batchMax
      ? await db.transact(undoUnit, input)
      : await db.transact(undoUnit, input, { long: true });
  return reportReplay(by, answer);
}

type Input = IdempotentRequest & { id: bigint; rows: number };

/** @public the threads import it by name */
export const undoUnit = unitOfWork(
  import.meta.url,
  'undoUnit',
  ({ id, rows, ...request }: Input, { engine, onProgress }) =>
    withIdempotency(engine, request, function* () {
      const metadata = yield* beginAction(engine, { kind: 'undo', undoes: id }, request);
      const { receiptId: receipt } = metadata;
      yield* markUndone(id, receipt);
      const undoing = { engine, id, metadata };
      const reportProgress = progressReporter(onProgress, rows);
      yield* lockCurrentPlants(undoing);
      // The order matters: a revert makes a plant equal to an earlier version.
      const done = [
        yield* inBatches(reportProgress, (last) => revertEarlierChanges(undoing, last)),
        yield* inBatches(reportProgress, (last) => restoreDeleted(undoing, last)),
        yield* inBatches(reportProgress, (last) => revertCurrentChanges(undoing, last)),
      ];
      const { left, leftCount, ...counts } = done.reduce(sum);
      const counted = { ...counts, skipped: leftCount, failed: 0 };
      yield* closeReceipt(engine, { id: receipt, kind: 'undo' }, counted, request);
      return { receipt, ...counts, leftCount, left };
    }),
);

function progressReporter(onProgress: OnProgress, total: number) {
  let done = 0;
  return (more: number) => {
    done += more;
    onProgress({ doing: 'undoing', done, total, unit: 'rows' });
  };
}

type Sum = Omit<Undone, 'receipt'>;

function* inBatches(
  reportProgress: (count: number) => void,
  doBatch: (last?: bigint) => Steps<Batch>,
): Steps<Sum> {
  let all: Sum = { created: 0, updated: 0, deleted: 0, leftCount: 0, left: [] };
  let last: bigint | undefined;
  for (;;) {
    const { count, last: lastOfBatch, left = [], ...counts } = yield* doBatch(last);
    all = sum(all, { created: 0, updated: 0, deleted: 0, ...counts, left, leftCount: left.length });
    reportProgress(count);
    if (count < batchMax) return all;
    last = lastOfBatch;
  }
}

const sum = (a: Sum, b: Sum): Sum => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  deleted: a.deleted + b.deleted,
  leftCount: a.leftCount + b.leftCount,
  left: [...a.left, ...b.left].slice(0, leftAloneMax),
});
