import type { By } from './by.ts';
import type { Database } from './database.ts';
import { longWork } from './long-work.ts';
import { type Answer, type Asked, askedBy, replayed, stepsOnce } from './once.ts';
import type { OnProgress } from './progress.ts';
import { closeReceipt, get, openReceipt, takeToUndo } from './receipts.ts';
import { now } from './stamp.ts';
import { compose, sql } from './statement.ts';
import { ask, type Steps } from './unit.ts';
import { changes, type Making, type Version } from './version.ts';
import { buryAll, digAll, pieceMax, supersedeAll, versionsBefore } from './versions.ts';

type Engine = Database['engine'];

/** A plant that an undo leaves as it is: it was changed or deleted since, or its id is in use again. */
export type LeftAlone = { id: bigint; reason: 'changed' | 'deleted' | 'idTaken' };
/** What an undo did: it added plants again, took their changes back, and took away what was added. */
export type Undone = {
  receipt: bigint;
  created: number;
  updated: number;
  deleted: number;
  /** How many plants were left alone, and which ones the first of them are. */
  leftCount: number;
  left: LeftAlone[];
};

/** How many of the plants that were left alone are told. */
const toldMax = 1_000;

/**
 * Reverses what a receipt stands for, but for plants that were changed since. What it does has a receipt of its own.
 * @throws StoreError `notFound`, or `badRequest` where it has been undone or is too old
 */
export async function undo(db: Database, id: bigint, by: By = {}): Promise<Undone> {
  const { rows } = await get(db, id);
  const input = { id, ...askedBy(by) };
  // A few plants are changed in a moment; for many, the store is to do other things meanwhile.
  const answer =
    rows <= pieceMax ? await db.transact(() => undoSteps(input, db.engine)) : await db.work(undoWork, input);
  return replayed(by, answer);
}

type Input = Asked & { id: bigint };

/** The same as long work. */
export const undoWork = longWork(import.meta.url, 'undoWork', (input: Input, { engine, onProgress }) =>
  undoSteps(input, engine, onProgress),
);

function undoSteps({ id, ...asked }: Input, engine: Engine, onProgress?: OnProgress): Steps<Answer<Undone>> {
  return stepsOnce(engine, asked, function* () {
    const time = yield* now(engine);
    const { actorId } = asked;
    const receipt = yield* openReceipt({ kind: 'undo', undoes: id }, { time, actorId });
    yield* takeToUndo(id, receipt);
    const making = { time, actorId, receiptId: receipt, told: teller(onProgress, yield* rowsOf(id)) };
    const left = yield* changedSince(id);
    const restored = yield* restoreDeleted(engine, id, making);
    const reversed = yield* reverse(engine, id, making);
    const counts = { ...reversed, created: restored.count };
    const leftCount = left.count + restored.left.length;
    yield* closeReceipt(receipt, { ...counts, skipped: leftCount, failed: 0 });
    return { receipt, ...counts, leftCount, left: [...left.first, ...restored.left].slice(0, toldMax) };
  });
}

/** Tells how many of so many plants have been seen to. */
function teller(onProgress: OnProgress = () => undefined, total: number) {
  let done = 0;
  return (more: number) => {
    done += more;
    onProgress({ doing: 'undoing', done, total, unit: 'rows' });
  };
}

function* rowsOf(id: bigint): Steps<number> {
  const [receipt] = yield* ask<{ rows: bigint }>(sql`SELECT "rows" FROM "receipts" WHERE "id" = ${id}`);
  return Number(receipt?.rows ?? 0n);
}

type UndoMaking = Making & { told(more: number): void };
type Left = { count: number; first: LeftAlone[] };

/** Versions that the receipt made and that are not the present ones any more. */
function* changedSince(receiptId: bigint): Steps<Left> {
  const [all] = yield* ask<{ count: bigint }>(sql`
    SELECT count(*) AS "count" FROM "plant_versions"
    WHERE "receipt_id" = ${receiptId} AND "change" <> ${changes.deleted}`);
  const first = yield* ask<{ id: bigint; isThere: bigint }>(sql`
    SELECT "plant_id" AS "id", (SELECT count(*) FROM "plants" WHERE "plants"."id" = "plant_id") AS "isThere"
    FROM "plant_versions" WHERE "receipt_id" = ${receiptId} AND "change" <> ${changes.deleted}
    ORDER BY "plant_id" LIMIT ${BigInt(toldMax)}`);
  return {
    count: Number(all?.count ?? 0n),
    first: first.map(({ id, isThere }) => ({ id, reason: isThere ? 'changed' : 'deleted' })),
  };
}

type Deleted = Version & { purgedAt: bigint | null; isFollowed: bigint };

/** Puts back what the receipt deleted. */
function* restoreDeleted(
  engine: Engine,
  receiptId: bigint,
  making: UndoMaking,
): Steps<{ count: number; left: LeftAlone[] }> {
  const left: LeftAlone[] = [];
  let count = 0;
  let last: bigint | undefined;
  for (;;) {
    const piece: Deleted[] = yield* ask<Deleted>(compose`
      SELECT "plant_id" AS "id", "name", "tag", "added_at" AS "addedAt", "changed_at" AS "changedAt",
        "purged_at" AS "purgedAt", (SELECT count(*) FROM "plant_versions" AS "later"
          WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at") AS "isFollowed"
      FROM "plant_versions" AS "v"
      WHERE "receipt_id" = ${receiptId} AND "change" = ${changes.deleted}
        AND ${last === undefined ? sql`1 = 1` : sql`"plant_id" > ${last}`}
      ORDER BY "plant_id" LIMIT ${BigInt(pieceMax)}`);
    const isHere = ({ purgedAt, isFollowed }: Deleted) =>
      !isFollowed && purgedAt !== null && purgedAt > making.time;
    const restored = yield* digAll(engine, piece.filter(isHere), making);
    count += restored.size;
    for (const version of piece)
      if (!restored.has(version.id))
        left.push({ id: version.id, reason: isHere(version) ? 'idTaken' : 'changed' });
    making.told(piece.length);
    last = piece.at(-1)?.id;
    if (piece.length < pieceMax) return { count, left };
  }
}

/** Takes away what the receipt added, and takes back what it changed, of what is still as it left it. */
function* reverse(
  engine: Engine,
  receiptId: bigint,
  making: UndoMaking,
): Steps<{ updated: number; deleted: number }> {
  let [updated, deleted] = [0, 0];
  let last: bigint | undefined;
  for (;;) {
    const piece: Version[] = yield* ask<Version>(compose`
      SELECT "id", "name", "tag", "added_at" AS "addedAt", coalesce("changed_at", "added_at") AS "changedAt",
        coalesce("change", 0) AS "change", "actor_id" AS "actorId", "receipt_id" AS "receiptId", "line"
      FROM "plants" WHERE "receipt_id" = ${receiptId} AND ${last === undefined ? sql`1 = 1` : sql`"id" > ${last}`}
      ORDER BY "id" LIMIT ${BigInt(pieceMax)}`);
    const changed = piece.filter(({ change }) => change === changes.changed);
    const before = yield* versionsBefore(engine, changed);
    const pairs = changed.flatMap((old) => {
      const to = before.get(old.id);
      return to ? [{ old, name: to.name, tag: to.tag }] : [];
    });
    updated += (yield* supersedeAll(engine, pairs, making)).size;
    const added = piece.filter(({ change }) => change !== changes.changed);
    deleted += (yield* buryAll(engine, added, making)).size;
    making.told(piece.length);
    last = piece.at(-1)?.id;
    if (piece.length < pieceMax) return { updated, deleted };
  }
}
