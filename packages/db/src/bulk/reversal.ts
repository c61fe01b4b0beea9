// SQL by hand: an undo changes up to 1,000 plants by one statement (docs/decisions/0006).

import { compose, type Engine, query, type Steps, sql } from '@plant-store/engine';
import type { LeftAlone } from '@plant-store/schema';
import { type PlantValues, storedTag } from '@plant-store/schema/without-zod';
import { versionedColumns } from '../core/plant-columns.ts';
import { idRows } from '../plants/json-rows.ts';
import { type ChangeMetadata, changes, isSameText, type Version } from '../plants/version.ts';
import { afterId, isOfReceipt, versionColumns, versionsBefore, versionsOf } from '../plants/version-reads.ts';
import {
  batchMax,
  type DeletedPlant,
  latestOf,
  moveAllToTrash,
  replaceVersions,
  restoreAllFromTrash,
} from '../plants/version-writes.ts';
import { type Group, isOfGroup } from './additions.ts';

type Done = { created: number; updated: number; deleted: number; left: LeftAlone[] };
type Undoing = { engine: Engine; metadata: ChangeMetadata };
export type Undo = Undoing & { id: bigint };
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

type Deleted = DeletedPlant & { purgedAt: bigint | null; isFollowed: bigint };

/** Restores the plants that the receipt deleted, unless they were restored or deleted again. */
export function* restoreDeleted({ engine, id, metadata }: Undo, last?: bigint): Steps<Batch> {
  const batch = yield* query<Deleted>(compose`
    SELECT ${versionedColumns}, "changed_at" AS "changedAt", ${latestOf('v')},
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

type Added = { id: bigint; at: bigint };
type FirstVersion = PlantValues & { addedAt: bigint };

/** The clock of the audit log is not that of plants. An import takes later stamps than its time, of a second per million. */
const clockTolerance = 2_000_000n;

/** Moves plants of single additions to the trash if they are as they were added. */
export function* revertAdditions(
  { engine, group, metadata }: Undoing & { group: Group },
  last?: bigint,
): Steps<Batch> {
  const batch = yield* query<Added>(compose`
    SELECT * FROM (SELECT CAST("subject" AS BIGINT) AS "id", max("at") AS "at" FROM "audit_entries"
      WHERE ${isOfGroup(group)} GROUP BY "subject") AS "added"
    WHERE ${afterId('id', last)} ORDER BY "id" LIMIT ${BigInt(batchMax)}`);
  const ids = batch.map(({ id }) => id);
  const present = yield* versionsOf(engine, ids);
  const firsts = Map.groupBy(yield* firstVersions(engine, ids, group), ({ id }) => id);
  const left: LeftAlone[] = [];
  const asAdded = batch.flatMap((added) => {
    const old = present.get(added.id);
    const reason = old ? reasonToLeave(added, old, firsts.get(added.id) ?? [], group) : 'deleted';
    if (!reason && old) return [old];
    left.push({ id: added.id, reason: reason ?? 'deleted' });
    return [];
  });
  const deleted = yield* moveAllToTrash(engine, asAdded, metadata);
  const passed = asAdded.map(({ id }) => id).filter((id) => !deleted.has(id));
  left.push(...(yield* leftAlone(engine, passed)));
  return { deleted: deleted.size, left, count: batch.length, last: ids.at(-1) };
}

/** The earlier versions of plants with which the actor added them one by one. */
function* firstVersions(engine: Engine, ids: bigint[], { actorId }: Group): Steps<FirstVersion[]> {
  if (ids.length === 0) return [];
  return yield* query<FirstVersion>(compose`
    SELECT ${versionedColumns}, "changed_at" AS "addedAt"
    FROM ${idRows(engine, ids)} JOIN "plant_versions" ON "plant_id" = "input"."id"
    WHERE "change" = ${changes.created} AND "receipt_id" IS NULL AND "actor_id" IS NOT DISTINCT FROM ${actorId}`);
}

function reasonToLeave(
  { at }: Added,
  old: Version,
  firsts: FirstVersion[],
  { actorId }: Group,
): LeftAlone['reason'] | undefined {
  const isFirst = old.change === changes.created && old.actorId === actorId && old.receiptId === null;
  const first = isFirst ? old : firsts.find(({ addedAt }) => addedAt === old.addedAt);
  const isAddedAgain =
    old.addedAt > at + clockTolerance && firsts.some(({ addedAt }) => addedAt < old.addedAt);
  if (!first || isAddedAgain) return 'idTaken';
  return isSameText(inOneSpelling(old), inOneSpelling(first)) ? undefined : 'changed';
}
