import { leftAloneMax } from '@plant-store/schema/plain';
import { namedUnit } from '../core/named-unit.ts';
import type { OnProgress } from '../core/progress.ts';
import type { Engine, Steps } from '../core/sql.ts';
import type { Database } from '../database/database.ts';
import type { Answer, Asked } from '../database/idempotent-request.ts';
import { askedBy, type By, replayed, stepsOnce } from '../idempotency/idempotency.ts';
import { pieceMax } from '../plants/version-writes.ts';
import { beginAction, closeReceipt, get, takeToUndo } from './receipts.ts';
import {
  holdPresent,
  type LeftAlone,
  type Piece,
  putBack,
  takeBackEarlier,
  takeBackPresent,
} from './reversal.ts';

/** The numbers of restored, reverted and removed plants. */
export type Undone = {
  receipt: bigint;
  created: number;
  updated: number;
  deleted: number;
  /** The number of plants left alone, and the first of them. */
  leftCount: number;
  left: LeftAlone[];
};

/**
 * Reverses a receipt, except for plants that were changed since. The undo has its own receipt.
 * @throws StoreError `notFound`, or `badRequest` when the receipt is undone or too old
 */
export async function undo(db: Database, id: bigint, by: By = {}): Promise<Undone> {
  const { rows } = await get(db, id);
  const input = { id, rows, ...askedBy(by) };
  // Few plants are changed in a short unit, many in long work.
  const answer = rows <= pieceMax ? await db.transact(undoWork, input) : await db.work(undoWork, input);
  return replayed(by, answer);
}

type Input = Asked & { id: bigint; rows: number };

/** @public a thread imports it by name */
export const undoWork = namedUnit(import.meta.url, 'undoWork', (input: Input, { engine, onProgress }) =>
  undoSteps(input, engine, onProgress),
);

function undoSteps(
  { id, rows, ...asked }: Input,
  engine: Engine,
  onProgress?: OnProgress,
): Steps<Answer<Undone>> {
  return stepsOnce(engine, asked, function* () {
    const making = yield* beginAction(engine, { kind: 'undo', undoes: id }, asked);
    const { receiptId: receipt } = making;
    yield* takeToUndo(id, receipt);
    const undoing = { engine, id, making };
    const told = teller(onProgress, rows);
    yield* holdPresent(undoing);
    // In this order, as a revert makes an earlier version.
    const done = [
      yield* inPieces(told, (last) => takeBackEarlier(undoing, last)),
      yield* inPieces(told, (last) => putBack(undoing, last)),
      yield* inPieces(told, (last) => takeBackPresent(undoing, last)),
    ];
    const { left, leftCount, ...counts } = done.reduce(sum);
    yield* closeReceipt(receipt, { ...counts, skipped: leftCount, failed: 0 });
    return { receipt, ...counts, leftCount, left };
  });
}

/** Reports progress. */
function teller(onProgress: OnProgress = () => undefined, total: number) {
  let done = 0;
  return (more: number) => {
    done += more;
    onProgress({ doing: 'undoing', done, total, unit: 'rows' });
  };
}

type Sum = Omit<Undone, 'receipt'>;

/** Works in pieces by id, from the one after `last` on. */
function* inPieces(
  told: (count: number) => void,
  doPiece: (last: bigint | undefined) => Steps<Piece>,
): Steps<Sum> {
  let all: Sum = { created: 0, updated: 0, deleted: 0, leftCount: 0, left: [] };
  let last: bigint | undefined;
  for (;;) {
    const { count, last: lastOfPiece, left = [], ...counts } = yield* doPiece(last);
    all = sum(all, { created: 0, updated: 0, deleted: 0, ...counts, left, leftCount: left.length });
    told(count);
    if (count < pieceMax) return all;
    last = lastOfPiece;
  }
}

const sum = (a: Sum, b: Sum): Sum => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  deleted: a.deleted + b.deleted,
  leftCount: a.leftCount + b.leftCount,
  left: [...a.left, ...b.left].slice(0, leftAloneMax),
});
