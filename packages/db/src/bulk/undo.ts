import { type OnProgress, type Steps, unitOfWork } from '@plant-store/engine';
import type { Undone } from '@plant-store/schema';
import { leftAloneMax } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator, IdempotentRequest } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, withIdempotency } from '../idempotency/idempotency.ts';
import { batchMax } from '../plants/version-writes.ts';
import { type Group, groupOf } from './additions.ts';
import { assertUndoable, beginAction, closeReceipt, get, keepLeftAlone, markUndone } from './receipts.ts';
import {
  type Batch,
  lockCurrentPlants,
  restoreDeleted,
  revertAdditions,
  revertCurrentChanges,
  revertEarlierChanges,
} from './reversal.ts';

/** Leaves alone what was changed later. @throws StoreError `notFound`, or `badRequest` if it is undone or too old */
export async function undo(db: Database, id: bigint, by: IdempotentInitiator = {}): Promise<Undone> {
  const { rows } = await get(db, id);
  return run(db, { id, rows }, by);
}

/**
 * Undoes the single additions of a group, from the audit entry `id` to the entry `last`: later ones stay. Leaves alone and
 * throws as `undo` does.
 */
export async function undoAdditions(
  db: Database,
  { id, last }: { id: bigint; last: bigint },
  by: IdempotentInitiator = {},
): Promise<Undone> {
  const group = await groupOf(db, id, last);
  return run(db, { group, rows: Number(group.count) }, by);
}

async function run(db: Database, what: { rows: number } & Undoable, by: IdempotentInitiator) {
  const input = { ...what, ...requestOf(by) };
  // An undo of few plants is a short unit, of many plants long work.
  const answer =
    what.rows <= batchMax
      ? await db.transact(undoUnit, input)
      : await db.transact(undoUnit, input, { long: true });
  return reportReplay(by, answer);
}

/** A receipt, or a group of single additions. */
type Undoable = { id: bigint; group?: undefined } | { id?: undefined; group: Group };
type Input = IdempotentRequest & Undoable & { rows: number };

/** @public the threads import it by name */
export const undoUnit = unitOfWork(
  import.meta.url,
  'undoUnit',
  ({ id, group, rows, ...request }: Input, { engine, onProgress }) =>
    withIdempotency(engine, request, function* () {
      const metadata = yield* beginAction(engine, { kind: 'undo', undoes: id, group }, request);
      const { receiptId: receipt } = metadata;
      const reportProgress = progressReporter(onProgress, rows);
      const done: Sum[] = [];
      if (group) {
        yield* assertUndoable(engine, group, receipt);
        const undoing = { engine, group, metadata };
        done.push(yield* inBatches(reportProgress, (last) => revertAdditions(undoing, last)));
      } else {
        yield* markUndone(id, receipt);
        const undoing = { engine, id, metadata };
        yield* lockCurrentPlants(undoing);
        // The order matters: a revert makes a plant equal to an earlier version.
        for (const doBatch of [revertEarlierChanges, restoreDeleted, revertCurrentChanges])
          done.push(yield* inBatches(reportProgress, (last) => doBatch(undoing, last)));
      }
      const { left, leftCount, ...counts } = done.reduce(sum);
      yield* keepLeftAlone(receipt, left);
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

const nothing: Sum = { created: 0, updated: 0, deleted: 0, leftCount: 0, left: [] };

function* inBatches(
  reportProgress: (count: number) => void,
  doBatch: (last?: bigint) => Steps<Batch>,
): Steps<Sum> {
  let all = nothing;
  let last: bigint | undefined;
  for (;;) {
    const { count, last: lastOfBatch, left = [], ...counts } = yield* doBatch(last);
    all = sum(all, { ...nothing, ...counts, left, leftCount: left.length });
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
