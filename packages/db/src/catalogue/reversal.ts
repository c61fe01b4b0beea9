// SQL by hand: an undo changes up to 1,000 plants by one statement (docs/decisions/0006).
import type { Engine } from '../engine/engine.ts';
import { compose, raw, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { changes, type Making, type Version } from './version.ts';
import { versionColumns, versionsBefore, versionsOf } from './version-reads.ts';
import { buryAll, digAll, pieceMax, supersedeAll } from './version-writes.ts';

/** A plant that an undo leaves as it is: it was changed or deleted since, or its id is in use again. */
export type LeftAlone = { id: bigint; reason: 'changed' | 'deleted' | 'idTaken' };
/** What was undone: plants that were put back, given back what they had, taken away; and those left alone. */
type Done = { created: number; updated: number; deleted: number; left: LeftAlone[] };
/** What is undone, and as whose doing. */
export type Undoing = { engine: Engine; id: bigint; making: Making };
/** What was done about so many plants, and the id of the last of them. */
export type Piece = Partial<Done> & { count: number; last: bigint | undefined };

const pastLast = (column: 'id' | 'plant_id', last: bigint | undefined) =>
  last === undefined ? raw('1 = 1') : compose`${raw(`"${column}"`)} > ${last}`;

/** A version that the receipt made. */
type Made = Pick<Version, 'id' | 'name' | 'tag' | 'change' | 'changedAt'>;

/**
 * Takes back what the receipt made of plants that other changes came to afterwards, where these have been undone: the
 * plant is as the receipt left it.
 */
export function* takeBackEarlier({ engine, id, making }: Undoing, last: bigint | undefined): Steps<Piece> {
  const piece = yield* ask<Made>(compose`
    SELECT "plant_id" AS "id", "name", "tag", "change", "changed_at" AS "changedAt" FROM "plant_versions"
    WHERE "receipt_id" = ${id} AND "change" <> ${changes.deleted} AND ${pastLast('plant_id', last)}
    ORDER BY "plant_id" LIMIT ${BigInt(pieceMax)}`);
  const present = yield* versionsOf(
    engine,
    piece.map((made) => made.id),
  );
  const left: LeftAlone[] = [];
  const asLeft = piece.flatMap((made) => {
    const old = present.get(made.id);
    if (old && old.name === made.name && old.tag === made.tag) return [{ made, old }];
    left.push({ id: made.id, reason: old ? 'changed' : 'deleted' });
    return [];
  });
  const done = yield* takeBack(engine, asLeft, making);
  return { ...done, left: [...left, ...done.left], count: piece.length, last: piece.at(-1)?.id };
}

/**
 * Has the plants that are still as the receipt left them stay so until they are taken back: who changes one meanwhile
 * waits. It would otherwise be looked for among those that were changed before that, and among these after it.
 */
export function* holdPresent({ engine, id }: Undoing): Steps<void> {
  if (engine === 'postgresql')
    yield sql`SELECT count(*) FROM (SELECT 1 FROM "plants" WHERE "receipt_id" = ${id} ORDER BY "id" FOR UPDATE) AS "held"`;
}

/** Takes back what is still as the receipt left it. */
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

/** Takes away what was added or put back, and gives what was changed back what it was before. */
function* takeBack(engine: Engine, all: { made: Made; old: Version }[], making: Making) {
  const changed = all.filter(({ made }) => made.change === changes.changed);
  const before = yield* versionsBefore(
    engine,
    changed.map(({ made }) => made),
  );
  const pairs = changed.flatMap(({ old }) => {
    const to = before.get(old.id);
    return to ? [{ old, name: to.name, tag: to.tag }] : [];
  });
  const updated = yield* supersedeAll(engine, pairs, making);
  const added = all.filter(({ made }) => made.change !== changes.changed).map(({ old }) => old);
  const deleted = yield* buryAll(engine, added, making);
  // Also where it is not known what a plant was before, as the version that it took the place of is gone.
  const passed = all.map(({ old }) => old.id).filter((id) => !updated.has(id) && !deleted.has(id));
  return { updated: updated.size, deleted: deleted.size, left: yield* leftAlone(engine, passed) };
}

/** Plants that cannot be taken back, most often as somebody else has changed them in the moment after they were looked at. */
function* leftAlone(engine: Engine, ids: bigint[]): Steps<LeftAlone[]> {
  const present = yield* versionsOf(engine, ids);
  return ids.map((id) => ({ id, reason: present.has(id) ? 'changed' : 'deleted' }));
}

type Deleted = Version & { purgedAt: bigint | null; isFollowed: bigint };

/** Puts back what the receipt deleted, unless that has come back since, or was followed by what somebody deleted. */
export function* putBack({ engine, id, making }: Undoing, last: bigint | undefined): Steps<Piece> {
  const piece = yield* ask<Deleted>(compose`
    SELECT "plant_id" AS "id", "name", "tag", "added_at" AS "addedAt", "changed_at" AS "changedAt",
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
