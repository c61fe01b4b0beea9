import { int64Max, StoreError } from '@plant-store/schema';
import type { Actor } from '../access/actors.ts';
import type { Database } from '../database.ts';
import { dateOf, days, forever, stampOf } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';

/** What an import or a bulk action did: what of it can be undone, and is told of each plant's history. */
export type ReceiptKind = 'import' | 'add' | 'edit' | 'delete' | 'undo';

/** How many rows or plants there were, and what became of them: `rows` is the sum of the others. */
export type Counts = {
  rows: number;
  created: number;
  updated: number;
  deleted: number;
  skipped: number;
  failed: number;
};

export type Receipt = Counts & {
  id: bigint;
  kind: ReceiptKind;
  at: Date;
  by: Actor | undefined;
  /** The name of the file, if it was an import. */
  file: string | undefined;
  /** The receipt that this one undid, and the one that undid this one. */
  undoes: bigint | undefined;
  undoneBy: bigint | undefined;
  /** Until when it can be undone; absent where it has been. */
  undoableUntil: Date | undefined;
};

/** For how long what a receipt stands for can be undone: as long as what it deleted is in the trash. */
const undoable = days(30);

/** Begins a receipt at a time; gives its id, which what it does is recorded under. */
export function* openReceipt(
  { kind, file = null, undoes = null }: { kind: ReceiptKind; file?: string | null; undoes?: bigint | null },
  { time, actorId = null }: { time: bigint; actorId?: bigint | null | undefined },
): Steps<bigint> {
  for (let id = time; ; id++) {
    const [added] = yield* ask(sql`
      INSERT INTO "receipts"
        ("id", "kind", "actor_id", "file", "undoes", "rows", "created", "updated", "deleted", "skipped", "failed")
      VALUES (${id}, ${kind}, ${actorId}, ${file}, ${undoes}, 0, 0, 0, 0, 0, 0)
      ON CONFLICT DO NOTHING RETURNING "id"`);
    if (added) return id;
  }
}

/** Writes down what became of it all. */
export function* closeReceipt(id: bigint, counts: Omit<Counts, 'rows'>): Steps<void> {
  const [created, updated, deleted, skipped, failed] = [
    counts.created,
    counts.updated,
    counts.deleted,
    counts.skipped,
    counts.failed,
  ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint];
  const rows = created + updated + deleted + skipped + failed;
  yield sql`
    UPDATE "receipts" SET "rows" = ${rows}, "created" = ${created}, "updated" = ${updated}, "deleted" = ${deleted},
      "skipped" = ${skipped}, "failed" = ${failed} WHERE "id" = ${id}`;
}

/**
 * Takes a receipt to be undone by another one, once.
 * @throws StoreError `notFound`, or `badRequest` where it has been undone or is too old
 */
export function* takeToUndo(id: bigint, by: bigint): Steps<void> {
  const [taken] = yield* ask(sql`
    UPDATE "receipts" SET "undone_by" = ${by} WHERE "id" = ${id} AND "undone_by" IS NULL AND "id" > ${by - undoable}
    RETURNING "id"`);
  if (taken) return;
  const [found] = yield* ask<{ undoneBy: bigint | null }>(
    sql`SELECT "undone_by" AS "undoneBy" FROM "receipts" WHERE "id" = ${id}`,
  );
  if (!found) throw noReceipt(id);
  throw new StoreError(
    'badRequest',
    found.undoneBy === null
      ? `receipt ${id} is older than 30 days and cannot be undone any more; change the plants themselves`
      : `receipt ${id} has been undone already; to have it back, undo receipt ${found.undoneBy}`,
  );
}

/** That there is no such receipt. */
export const noReceipt = (id: bigint) =>
  new StoreError('notFound', `there is no receipt ${id}; GET /receipts lists them`);

type Row = { [Count in keyof Counts]: bigint } & {
  id: bigint;
  kind: ReceiptKind;
  file: string | null;
  undoes: bigint | null;
  undoneBy: bigint | null;
  actorKind: Actor['kind'] | null;
  actorName: string | null;
};

/** Up to `limit` receipts, the last first, from the one before the id `before` on; and where to go on. */
export async function list(
  db: Database,
  { limit, before = forever }: { limit: number; before?: bigint | undefined },
): Promise<{ receipts: Receipt[]; next: bigint | undefined }> {
  const rows = await db.query<Row>(sql`
    SELECT "receipts".*, "undone_by" AS "undoneBy", "actors"."kind" AS "actorKind", "actors"."name" AS "actorName"
    FROM "receipts" LEFT JOIN "actors" ON "actors"."id" = "actor_id"
    WHERE "receipts"."id" < ${before} ORDER BY "receipts"."id" DESC LIMIT ${BigInt(limit + 1)}`);
  const page = rows.slice(0, limit);
  return { receipts: page.map(toReceipt), next: rows.length > limit ? page.at(-1)?.id : undefined };
}

/** The receipt with this id. @throws StoreError `notFound` */
export async function get(db: Database, id: bigint): Promise<Receipt> {
  // No stamp is the last number there is, after which there is no other.
  const { receipts } = await list(db, { limit: 1, before: id === int64Max ? id : id + 1n });
  const [receipt] = receipts;
  if (receipt?.id !== id) throw noReceipt(id);
  return receipt;
}

function toReceipt(row: Row): Receipt {
  const { id, kind, file, undoes, undoneBy, actorKind, actorName } = row;
  const until = id + undoable;
  return {
    ...{ id, kind, at: dateOf(id), file: file ?? undefined },
    by: actorKind && actorName !== null ? { kind: actorKind, name: actorName } : undefined,
    ...{ undoes: undoes ?? undefined, undoneBy: undoneBy ?? undefined },
    undoableUntil: undoneBy === null && until > stampOf(new Date()) ? dateOf(until) : undefined,
    ...{ rows: Number(row.rows), created: Number(row.created), updated: Number(row.updated) },
    ...{ deleted: Number(row.deleted), skipped: Number(row.skipped), failed: Number(row.failed) },
  };
}
