// SQL by hand: opening, closing and undoing a receipt are steps of units (docs/decisions/0006).

import {
  currentTime,
  dateOf,
  days,
  type Engine,
  forever,
  now,
  query,
  type Steps,
  sql,
} from '@plant-store/engine';
import type { AuditAction, LeftAlone, Receipt } from '@plant-store/schema';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import { record } from '../audit/record.ts';
import { toActor } from '../core/actors.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import type { ChangeMetadata } from '../plants/version.ts';

type ReceiptKind = Receipt['kind'];
export type Counts = Pick<Receipt, 'created' | 'updated' | 'deleted' | 'skipped' | 'failed'>;

/** The time for an undo, the same as that of the trash. */
const undoWindow = days(30);

/** The end of that time for an action of the time `at`; `undefined` if it is over. */
export const undoableUntil = (at: bigint, time: bigint): string | undefined =>
  at + undoWindow > time ? isoOf(at + undoWindow) : undefined;

export const isoOf = (stamp: bigint): string => dateOf(stamp).toISOString();

/** Single additions, by the numbers of their first and last audit entries. */
type Added = { first: bigint; last: bigint };

type Action = {
  kind: ReceiptKind;
  file?: string | null;
  undoes?: bigint | null | undefined;
  group?: Added | undefined;
};

export function* openReceipt(
  { kind, file = null, undoes = null, group }: Action,
  { time, actorId = null }: { time: bigint } & Initiator,
): Steps<bigint> {
  for (let id = time; ; id++) {
    const [added] = yield* query(sql`
      INSERT INTO "receipts"
        ("id", "kind", "actor_id", "file", "undoes", "added_first", "added_last",
          "rows", "created", "updated", "deleted", "skipped", "failed")
      VALUES (${id}, ${kind}, ${actorId}, ${file}, ${undoes}, ${group?.first ?? null}, ${group?.last ?? null},
        0, 0, 0, 0, 0, 0)
      ON CONFLICT DO NOTHING RETURNING "id"`);
    if (added) return id;
  }
}

export function* beginAction(
  engine: Engine,
  action: Action,
  by: Initiator,
): Steps<ChangeMetadata & { receiptId: bigint }> {
  const time = yield* now(engine);
  const receiptId = yield* openReceipt(action, { time, ...by });
  return { time, actorId: by.actorId, receiptId };
}

const actions = {
  import: 'plants.import',
  add: 'plants.createMany',
  edit: 'plants.updateMany',
  delete: 'plants.deleteMany',
  undo: 'plants.undo',
} as const satisfies Record<ReceiptKind, AuditAction>;

/** The actions whose entries name a receipt as their subject. */
export const receiptActions: AuditAction[] = Object.values(actions);

export const zeroCounts: Counts = { created: 0, updated: 0, deleted: 0, skipped: 0, failed: 0 };

/** Records the action too: now it has locked all its plants, so its entry follows those of their earlier writes. */
export function* closeReceipt(
  engine: Engine,
  { id, kind }: { id: bigint; kind: ReceiptKind },
  counts: Counts,
  { actorId, source }: Initiator,
): Steps<void> {
  const { created, updated, deleted, skipped, failed } = counts;
  const rows = created + updated + deleted + skipped + failed;
  yield sql`
    UPDATE "receipts" SET "rows" = ${BigInt(rows)}, "created" = ${BigInt(created)}, "updated" = ${BigInt(updated)},
      "deleted" = ${BigInt(deleted)}, "skipped" = ${BigInt(skipped)}, "failed" = ${BigInt(failed)} WHERE "id" = ${id}`;
  yield* record(engine, { action: actions[kind], subject: `receipt ${id}`, by: { actorId, source } });
}

/** Marks a receipt as undone by another. @throws StoreError `notFound`, or `badRequest` if it is undone or too old */
export function* markUndone(id: bigint, by: bigint): Steps<void> {
  const [marked] = yield* query(sql`
    UPDATE "receipts" SET "undone_by" = ${by} WHERE "id" = ${id} AND "undone_by" IS NULL AND "id" > ${by - undoWindow}
    RETURNING "id"`);
  if (marked) return;
  const [found] = yield* query<{ undoneBy: bigint | null }>(
    sql`SELECT "undone_by" AS "undoneBy" FROM "receipts" WHERE "id" = ${id}`,
  );
  if (!found) throw receiptNotFound(id);
  throw new StoreError(
    'badRequest',
    found.undoneBy === null
      ? `receipt ${id} is older than 30 days and can no longer be undone; change the plants themselves`
      : `receipt ${id} was already undone; to redo it, undo receipt ${found.undoneBy}`,
  );
}

/** @throws StoreError `badRequest` if a receipt other than `by` undid these single additions, or if they are too old */
export function* assertUndoable(
  engine: Engine,
  { first, last, at }: Added & { at: bigint },
  by: bigint,
): Steps<void> {
  // SQLite has one writer. Here two undos at the same time would not see the receipts of each other.
  if (engine === 'postgresql') yield sql`SELECT 1 FROM "audit_entries" WHERE "number" = ${first} FOR UPDATE`;
  const [undo] = yield* query<{ id: bigint }>(sql`
    SELECT "id" FROM "receipts" WHERE "added_first" = ${first} AND "added_last" = ${last} AND "id" <> ${by}`);
  if (undo)
    throw new StoreError(
      'badRequest',
      `these additions were already undone; to redo it, undo receipt ${undo.id}`,
    );
  if (at <= by - undoWindow)
    throw new StoreError(
      'badRequest',
      'these additions are older than 30 days and can no longer be undone; delete the plants themselves',
    );
}

type UndoFacts = { left: LeftAlone[] | undefined; added: { id: bigint; last: bigint } | undefined };

/**
 * The first plants that an undo left alone, unless the version of that time did not keep them; and the single additions
 * that it undid.
 */
export async function undoFacts(db: Database, id: bigint): Promise<UndoFacts> {
  const row = await db.prisma.receipt.findUnique({
    where: { id },
    select: { leftAlone: true, addedFirst: true, addedLast: true },
  });
  if (!row) throw receiptNotFound(id);
  const { leftAlone, addedFirst, addedLast } = row;
  const kept = JSON.parse(leftAlone ?? 'null') as [string, LeftAlone['reason']][] | null;
  return {
    left: kept?.map(([plant, reason]) => ({ id: BigInt(plant), reason })),
    added: addedFirst !== null && addedLast !== null ? { id: addedFirst, last: addedLast } : undefined,
  };
}

export function* keepLeftAlone(id: bigint, left: LeftAlone[]): Steps<void> {
  const kept = JSON.stringify(left.map((plant) => [String(plant.id), plant.reason]));
  if (left.length > 0) yield sql`UPDATE "receipts" SET "left_alone" = ${kept} WHERE "id" = ${id}`;
}

export const receiptNotFound = (id: bigint) =>
  new StoreError('notFound', `there is no receipt ${id}; GET /receipts lists them`);

/** Up to `limit` receipts before the id `before`, newest first, and the start of the next page. */
export async function list(
  db: Database,
  { limit, before = forever }: { limit: number; before?: bigint | undefined },
): Promise<{ receipts: Receipt[]; next: bigint | undefined }> {
  const rows = await db.prisma.receipt.findMany({
    where: { id: { lt: before } },
    ...withoutLeft,
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const time = await currentTime(db);
  const page = rows.slice(0, limit);
  return {
    receipts: page.map((row) => toReceipt(row, time)),
    next: rows.length > limit ? page.at(-1)?.id : undefined,
  };
}

export async function byIds(db: Database, ids: bigint[]): Promise<Map<bigint, Receipt>> {
  const rows = await db.prisma.receipt.findMany({ where: { id: { in: ids } }, ...withoutLeft });
  const time = await currentTime(db);
  return new Map(rows.map((row) => [row.id, toReceipt(row, time)]));
}

/** The list of the plants that an undo left alone may be long. */
const withoutLeft = {
  include: { actor: true },
  omit: { leftAlone: true },
} satisfies Prisma.ReceiptFindManyArgs;

export async function get(db: Database, id: bigint): Promise<Receipt> {
  const row = await db.prisma.receipt.findUnique({ where: { id }, ...withoutLeft });
  if (!row) throw receiptNotFound(id);
  return toReceipt(row, await currentTime(db));
}

function toReceipt(row: Prisma.ReceiptGetPayload<typeof withoutLeft>, time: bigint): Receipt {
  const { id, kind, file, undoes, undoneBy, actor } = row;
  return {
    ...{ id, kind: kind as ReceiptKind, at: isoOf(id), file: file ?? undefined },
    by: actor ? toActor(actor) : undefined,
    ...{ undoes: undoes ?? undefined, undoneBy: undoneBy ?? undefined },
    undoableUntil: undoneBy === null ? undoableUntil(id, time) : undefined,
    ...{ rows: Number(row.rows), created: Number(row.created), updated: Number(row.updated) },
    ...{ deleted: Number(row.deleted), skipped: Number(row.skipped), failed: Number(row.failed) },
  };
}
