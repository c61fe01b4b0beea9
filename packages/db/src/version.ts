import type { StoredPlant } from '@plant-store/schema';
import { foldedOf } from '@plant-store/schema/fold';
import type { By } from './by.ts';
import { days } from './stamp.ts';
import { sql } from './statement.ts';
import { ask, type Steps } from './unit.ts';

/**
 * How a version of a plant came to be, as it is stored. The first has none: it is `created`. A deleted plant has a
 * last version that says so, with what was deleted.
 */
export const changes = { created: 0n, changed: 1n, restored: 2n, deleted: 3n } as const;

/** For how long a deleted plant can be restored. */
const trashed = days(30);

/** A plant as it was or is from one change to the next. */
export type Version = {
  id: bigint;
  name: string;
  tag: string | null;
  addedAt: bigint;
  changedAt: bigint;
  change: bigint;
  actorId: bigint | null;
  receiptId: bigint | null;
  line: bigint | null;
};

/** Where a change comes from: an import or bulk action, and the row of its file. */
export type Source = { receiptId?: bigint | null; line?: bigint | null };

/** Who makes a change and when, and where it comes from. */
export type Making = Source & Pick<By, 'actorId'> & { time: bigint };

/** The plant as callers see it. */
export function present({ id, name, tag }: Pick<Version, 'id' | 'name' | 'tag'>): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag };
}

/** The present version of a plant, if there is one. */
export function* versionOf(id: bigint): Steps<Version | undefined> {
  const [version] = yield* ask<Version>(sql`
    SELECT "id", "name", "tag", "added_at" AS "addedAt", coalesce("changed_at", "added_at") AS "changedAt",
      coalesce("change", 0) AS "change", "actor_id" AS "actorId", "receipt_id" AS "receiptId", "line"
    FROM "plants" WHERE "id" = ${id}`);
  return version;
}

/**
 * Puts another version in the place of this one, which is kept.
 * @returns false, with nothing changed, when this one is not the present version any more
 */
export function* supersede(
  old: Version,
  { name, tag = null }: { name: string; tag?: string | null | undefined },
  { time, actorId, receiptId = null, line = null }: Making,
): Steps<boolean> {
  const [changed] = yield* ask(sql`
    UPDATE "plants" SET "name" = ${name}, "tag" = ${tag}, "folded" = ${foldedOf({ name, tag })}, "changed_at" = ${after(old, time)},
      "change" = ${changes.changed}, "actor_id" = ${actorId ?? null}, "receipt_id" = ${receiptId}, "line" = ${line}
    WHERE "id" = ${old.id} AND coalesce("changed_at", "added_at") = ${old.changedAt} RETURNING "id"`);
  if (changed) yield* keep(old);
  return changed !== undefined;
}

/** Takes a plant away into the trash, and keeps this version and one that says so. Returns false as `supersede` does. */
export function* bury(old: Version, { time, actorId, receiptId = null }: Making): Steps<boolean> {
  const [deleted] = yield* ask(sql`
    DELETE FROM "plants" WHERE "id" = ${old.id} AND coalesce("changed_at", "added_at") = ${old.changedAt} RETURNING "id"`);
  if (!deleted) return false;
  yield* keep(old);
  const changedAt = after(old, time);
  yield* keep(
    { ...old, changedAt, change: changes.deleted, actorId: actorId ?? null, receiptId, line: null },
    time + trashed,
  );
  return true;
}

/**
 * Puts a deleted plant, of which this is the last version, back among the others.
 * @returns false, with nothing changed, when its id is in use again
 */
export function* dig(
  deleted: Pick<Version, 'id' | 'name' | 'tag' | 'addedAt' | 'changedAt'>,
  { time, actorId, receiptId = null }: Making,
): Steps<boolean> {
  const { id, name, tag, addedAt, changedAt } = deleted;
  const [restored] = yield* ask(sql`
    INSERT INTO "plants" ("id", "name", "tag", "folded", "added_at", "changed_at", "change", "actor_id", "receipt_id")
    VALUES (${id}, ${name}, ${tag}, ${foldedOf({ name, tag })}, ${addedAt}, ${after(deleted, time)}, ${changes.restored}, ${actorId ?? null}, ${receiptId})
    ON CONFLICT DO NOTHING RETURNING "id"`);
  if (!restored) return false;
  yield sql`UPDATE "plant_versions" SET "purged_at" = NULL WHERE "plant_id" = ${id} AND "changed_at" = ${changedAt}`;
  return true;
}

/** Each version of a plant is later than the one before, whatever the clock says. */
const after = ({ changedAt }: Pick<Version, 'changedAt'>, time: bigint) =>
  time > changedAt ? time : changedAt + 1n;

function* keep(version: Version, purgedAt: bigint | null = null): Steps<void> {
  const { id, changedAt, change, actorId, receiptId, line, name, tag, addedAt } = version;
  yield sql`
    INSERT INTO "plant_versions" ("plant_id", "changed_at", "change", "actor_id", "receipt_id", "line", "name", "tag", "added_at", "purged_at")
    VALUES (${id}, ${changedAt}, ${change}, ${actorId}, ${receiptId}, ${line}, ${name}, ${tag}, ${addedAt}, ${purgedAt})`;
}
