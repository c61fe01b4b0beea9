// SQL by hand: an undo changes up to 1,000 plants by one statement (docs/decisions/0006).
import type { PlantValues } from '@plant-store/schema/plain';
import { versionedColumns } from '../core/plant-columns.ts';
import { ask, compose, type Engine, raw, type Steps, sql } from '../core/sql.ts';
import { changes, isSameText, type Making, type Version } from '../plants/version.ts';
import { versionColumns, versionsBefore, versionsOf } from '../plants/version-reads.ts';
import { buryAll, digAll, pieceMax, supersedeAll } from '../plants/version-writes.ts';

/** A plant that an undo leaves alone: it was changed or deleted since, or its id is in use again. */
export type LeftAlone = { id: bigint; reason: 'changed' | 'deleted' | 'idTaken' };
/** The numbers of restored, reverted and removed plants, and those left alone. */
type Done = { created: number; updated: number; deleted: number; left: LeftAlone[] };
export type Undoing = { engine: Engine; id: bigint; making: Making };
/** The outcome of a piece, and the last id. */
export type Piece = Partial<Done> & { count: number; last: bigint | undefined };

const pastLast = (column: 'id' | 'plant_id', last: bigint | undefined) =>
  last === undefined ? raw('1 = 1') : compose`${raw(`"${column}"`)} > ${last}`;

type Made = PlantValues & Pick<Version, 'change' | 'changedAt'>;

/** Reverses the change of the receipt where later changes were undone, so that the plant is as the receipt left it. */
export function* takeBackEarlier({ engine, id, making }: Undoing, last: bigint | undefined): Steps<Piece> {
  const piece = yield* ask<Made>(compose`
    SELECT ${versionedColumns}, "change", "changed_at" AS "changedAt" FROM "plant_versions"
    WHERE "receipt_id" = ${id} AND "change" <> ${changes.deleted} AND ${pastLast('plant_id', last)}
    ORDER BY "plant_id" LIMIT ${BigInt(pieceMax)}`);
  const present = yield* versionsOf(
    engine,
    piece.map((made) => made.id),
  );
  const left: LeftAlone[] = [];
  const asLeft = piece.flatMap((made) => {
    const old = present.get(made.id);
    if (old && isSameText(old, made)) return [{ made, old }];
    left.push({ id: made.id, reason: old ? 'changed' : 'deleted' });
    return [];
  });
  const done = yield* takeBack(engine, asLeft, making);
  return { ...done, left: [...left, ...done.left], count: piece.length, last: piece.at(-1)?.id };
}

/** Locks the plants that are as the receipt left them, so that a concurrent change waits and no plant is missed. */
export function* holdPresent({ engine, id }: Undoing): Steps<void> {
  if (engine === 'postgresql')
    yield sql`SELECT count(*) FROM (SELECT 1 FROM "plants" WHERE "receipt_id" = ${id} ORDER BY "id" FOR UPDATE) AS "held"`;
}

/** Reverses what is as the receipt left it. */
export function* takeBackPresent({ engine, id, making }: Undoing, last: bigint | undefined): Steps<Piece> {
  const piece = yield* ask<Version>(compose`
    SELECT ${versionColumns} FROM "plants"
    WHERE "receipt_id" = ${id} AND ${pastLast('id', last)} ORDER BY "id" LIMIT ${BigInt(pieceMax)}`);
  const done = yield* takeBack(
    engine,
    piece.map((old) => ({ made: old, old })),
    making,
  );
  return { ...done, count: piece.length, last: piece.at(-1)?.id };
}

/** Removes added plants, and reverts changed ones. */
function* takeBack(engine: Engine, all: { made: Made; old: Version }[], making: Making) {
  const changed = all.filter(({ made }) => made.change === changes.changed);
  const before = yield* versionsBefore(
    engine,
    changed.map(({ made }) => made),
  );
  const pairs = changed.flatMap(({ old }) => {
    const to = before.get(old.id);
    return to ? [{ old, to }] : [];
  });
  const updated = yield* supersedeAll(engine, pairs, making);
  const added = all.filter(({ made }) => made.change !== changes.changed).map(({ old }) => old);
  const deleted = yield* buryAll(engine, added, making);
  // Also if the earlier version is unknown, as it was deleted.
  const passed = all.map(({ old }) => old.id).filter((id) => !updated.has(id) && !deleted.has(id));
  return { updated: updated.size, deleted: deleted.size, left: yield* leftAlone(engine, passed) };
}

/** Plants that cannot be reverted, mostly as somebody changed them meanwhile. */
function* leftAlone(engine: Engine, ids: bigint[]): Steps<LeftAlone[]> {
  const present = yield* versionsOf(engine, ids);
  return ids.map((id) => ({ id, reason: present.has(id) ? 'changed' : 'deleted' }));
}

type Deleted = Version & { purgedAt: bigint | null; isFollowed: bigint };

/** Restores plants that the receipt deleted, unless they came back or were deleted again. */
export function* putBack({ engine, id, making }: Undoing, last: bigint | undefined): Steps<Piece> {
  const piece = yield* ask<Deleted>(compose`
    SELECT ${versionedColumns}, "added_at" AS "addedAt", "changed_at" AS "changedAt",
      "purged_at" AS "purgedAt", (SELECT count(*) FROM "plant_versions" AS "later"
        LEFT JOIN "receipts" ON "receipts"."id" = "later"."receipt_id"
        WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at"
          AND "later"."change" = ${changes.deleted} AND "kind" IS DISTINCT FROM 'undo') AS "isFollowed"
    FROM "plant_versions" AS "v"
    WHERE "receipt_id" = ${id} AND "change" = ${changes.deleted} AND ${pastLast('plant_id', last)}
    ORDER BY "plant_id" LIMIT ${BigInt(pieceMax)}`);
  const isHere = ({ purgedAt, isFollowed }: Deleted) =>
    !isFollowed && purgedAt !== null && purgedAt > making.time;
  const restored = yield* digAll(engine, piece.filter(isHere), making);
  const left = piece
    .filter((version) => !restored.has(version.id))
    .map((version): LeftAlone => ({ id: version.id, reason: isHere(version) ? 'idTaken' : 'changed' }));
  return { created: restored.size, left, count: piece.length, last: piece.at(-1)?.id };
}
