// SQL by hand: an undo changes up to 1,000 plants by one statement (docs/decisions/0006).

import { compose, type Engine, query, type Steps, sql } from '@plant-store/engine';
import type { Undone } from '@plant-store/schema';
import { type PlantValues, storedTag } from '@plant-store/schema/without-zod';
import { versionedColumns } from '../core/plant-columns.ts';
import { type ChangeMetadata, changes, isSameText, type Version } from '../plants/version.ts';
import { isOfReceipt, versionColumns, versionsBefore, versionsOf } from '../plants/version-reads.ts';
import { batchMax, moveAllToTrash, replaceVersions, restoreAllFromTrash } from '../plants/version-writes.ts';

/** A plant that an undo skips: it was changed or deleted after the receipt, or its id is in use again. */
type LeftAlone = Undone['left'][number];
type Done = { created: number; updated: number; deleted: number; left: LeftAlone[] };
export type Undo = { engine: Engine; id: bigint; metadata: ChangeMetadata };
export type Batch = Partial<Done> & { count: number; last: bigint | undefined };

type ReceiptChange = PlantValues & Pick<Version, 'change' | 'changedAt'>;

/** Reverses a receipt for plants whose later changes were undone: they are as the receipt left them. */
export function* revertEarlierChanges({ engine, id, metadata }: Undo, last?: bigint): Steps<Batch> {
  const batch = yield* query<ReceiptChange>(compose`
    SELECT ${versionedColumns}, "change", "changed_at" AS "changedAt" FROM "plant_versions"
    WHERE ${isOfReceipt(engine, 'plant_id', { receipt: id, after: last })} AND "change" <> ${changes.deleted}
    ORDER BY "receipt_id", "plant_id" LIMIT ${BigInt(batchMax)}`);
  const present = yield* versionsOf(
    engine,
    batch.map((change) => change.id),
  );
  const left: LeftAlone[] = [];
  const asLeft = batch.flatMap((change) => {
    const old = present.get(change.id);
    if (old && isSameText(inOneSpelling(old), inOneSpelling(change))) return [{ change, old }];
    left.push({ id: change.id, reason: old ? 'changed' : 'deleted' });
    return [];
  });
  const done = yield* revert(engine, asLeft, metadata);
  return { ...done, left: [...left, ...done.left], count: batch.length, last: batch.at(-1)?.id };
}

/** The upgrade may have changed the spelling of the tag since (`respellTags`); that is no reason to leave a plant. */
const inOneSpelling = (plant: PlantValues): PlantValues => ({
  ...plant,
  tag: plant.tag === null ? null : storedTag(plant.tag),
});

/** Locks the plants that are as the receipt left them. A concurrent change then waits, so no plant is missed. */
export function* lockCurrentPlants({ engine, id }: Undo): Steps<void> {
  if (engine === 'postgresql')
    yield sql`SELECT count(*) FROM (SELECT 1 FROM "plants" WHERE "receipt_id" = ${id} ORDER BY "id" FOR UPDATE) AS "held"`;
}

export function* revertCurrentChanges({ engine, id, metadata }: Undo, last?: bigint): Steps<Batch> {
  const batch = yield* query<Version>(compose`
    SELECT ${versionColumns} FROM "plants"
    WHERE ${isOfReceipt(engine, 'id', { receipt: id, after: last })}
    ORDER BY "receipt_id", "id" LIMIT ${BigInt(batchMax)}`);
  const done = yield* revert(
    engine,
    batch.map((old) => ({ change: old, old })),
    metadata,
  );
  return { ...done, count: batch.length, last: batch.at(-1)?.id };
}

function* revert(engine: Engine, all: { change: ReceiptChange; old: Version }[], metadata: ChangeMetadata) {
  const changed = all.filter(({ change }) => change.change === changes.changed);
  const before = yield* versionsBefore(
    engine,
    changed.map(({ change }) => change),
  );
  const pairs = changed.flatMap(({ old }) => {
    const to = before.get(old.id);
    return to ? [{ old, to }] : [];
  });
  const updated = yield* replaceVersions(engine, pairs, metadata);
  const added = all.filter(({ change }) => change.change !== changes.changed).map(({ old }) => old);
  const deleted = yield* moveAllToTrash(engine, added, metadata);
  // These include plants whose earlier version was deleted.
  const passed = all.map(({ old }) => old.id).filter((id) => !updated.has(id) && !deleted.has(id));
  return { updated: updated.size, deleted: deleted.size, left: yield* leftAlone(engine, passed) };
}

/** The plants that cannot be reverted, mostly because of a later change. */
function* leftAlone(engine: Engine, ids: bigint[]): Steps<LeftAlone[]> {
  const present = yield* versionsOf(engine, ids);
  return ids.map((id) => ({ id, reason: present.has(id) ? 'changed' : 'deleted' }));
}

type Deleted = Version & { purgedAt: bigint | null; isFollowed: bigint };

/** Restores the plants that the receipt deleted, unless they were restored or deleted again. */
export function* restoreDeleted({ engine, id, metadata }: Undo, last?: bigint): Steps<Batch> {
  const batch = yield* query<Deleted>(compose`
    SELECT ${versionedColumns}, "added_at" AS "addedAt", "changed_at" AS "changedAt",
      "purged_at" AS "purgedAt", (SELECT count(*) FROM "plant_versions" AS "later"
        LEFT JOIN "receipts" ON "receipts"."id" = "later"."receipt_id"
        WHERE "later"."plant_id" = "v"."plant_id" AND "later"."changed_at" > "v"."changed_at"
          AND "later"."change" = ${changes.deleted} AND "kind" IS DISTINCT FROM 'undo') AS "isFollowed"
    FROM "plant_versions" AS "v"
    WHERE ${isOfReceipt(engine, 'plant_id', { receipt: id, after: last })} AND "change" = ${changes.deleted}
    ORDER BY "receipt_id", "plant_id" LIMIT ${BigInt(batchMax)}`);
  const isRestorable = ({ purgedAt, isFollowed }: Deleted) =>
    !isFollowed && purgedAt !== null && purgedAt > metadata.time;
  const restored = yield* restoreAllFromTrash(engine, batch.filter(isRestorable), metadata);
  const left = batch
    .filter((version) => !restored.has(version.id))
    .map((version): LeftAlone => ({ id: version.id, reason: isRestorable(version) ? 'idTaken' : 'changed' }));
  return { created: restored.size, left, count: batch.length, last: batch.at(-1)?.id };
}
