// SQL by hand: one statement writes up to 1,000 plants (docs/decisions/0006).

import {
  compose,
  conflict,
  type Engine,
  query,
  raw,
  type Statement,
  type Steps,
  sql,
} from '@plant-store/engine';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { assigned, plantColumns, plantColumnsOf, textColumns, textColumnsOf } from '../core/plant-columns.ts';
import { idRows, type Key, keyRows, textRows } from './json-rows.ts';
import { type ChangeMetadata, changes, trashRetention, type Version } from './version.ts';
import { archiveVersions, versionTimestamp } from './version-reads.ts';

/** The maximum number of plants per statement, about a hundred kB. */
export const batchMax = 1_000;

/** Adds plants in this order, except for plants whose ids are taken. Gives the added ids. */
export function* insertAll(
  engine: Engine,
  plants: PlantValues[],
  { time, actorId = null, receiptId = null, line = null }: ChangeMetadata,
): Steps<Set<bigint>> {
  const [latest] = yield* query<{ stamp: bigint | null }>(latestStamp[engine]);
  const first = latest?.stamp && latest.stamp >= time ? latest.stamp + 1n : time;
  const added = idsOf(
    yield* query(compose`
      INSERT INTO "plants" (${plantColumns}, "folded", "added_at", "actor_id", "receipt_id", "line")
      SELECT ${plantColumns}, "folded", ${addedAt[engine](first)}, ${actorId}, ${receiptId}, ${line}
      FROM ${textRows(engine, plants)} WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
  if (engine === 'postgresql') yield stampAfterEarlier(idRows(engine, [...added]));
  return added;
}

// See insertion.ts.
const addedAt: Record<Engine, (first: bigint) => Statement> = {
  sqlite: (first) => compose`max(${first} + "n", coalesce(
    (SELECT max("changed_at") + 1 FROM "plant_versions" WHERE "plant_id" = "input"."id"), 0))`,
  postgresql: (first) => compose`${first}::bigint + "n"`,
};

/**
 * Makes the stamps of new plants later than all of earlier plants with their ids, on PostgreSQL after the insertion: that may
 * have waited for others, who added and deleted such a plant. A stamp that an earlier version has would prevent each change.
 * @param added the new plants as a table "input" of "id"
 */
export const stampAfterEarlier = (added: Statement): Statement => compose`
  UPDATE "plants" SET "added_at" = "earlier"."latest" + 1
  FROM (SELECT "input"."id", (SELECT max("changed_at") FROM "plant_versions" WHERE "plant_id" = "input"."id") AS "latest"
    FROM ${added}) AS "earlier"
  WHERE "plants"."id" = "earlier"."id" AND "plants"."added_at" <= "earlier"."latest"`;

const latestStamp: Record<Engine, Statement> = {
  sqlite: sql`SELECT max("added_at") AS "stamp" FROM "plants"`,
  postgresql: sql`SELECT NULL::bigint AS "stamp"`,
};

const assignedInput = assigned('input');
const inputColumns = plantColumnsOf('input');

/** Replaces versions that are still current, and keeps the old ones. @returns the ids of the replaced versions */
export function* replaceVersions(
  engine: Engine,
  pairs: { old: Version; to: PlantValues }[],
  { time, actorId = null, receiptId = null, line = null }: ChangeMetadata,
): Steps<Set<bigint>> {
  if (pairs.length === 0) return new Set();
  const olds = pairs.map(({ old }) => old);
  yield* archive(engine, olds);
  const texts = pairs.map(({ old, to }) => ({ ...to, id: old.id, changedAt: old.changedAt }));
  return idsOf(
    yield* query(compose`
      UPDATE "plants" SET ${assignedInput}, "folded" = "input"."folded",
        "changed_at" = ${laterThan[engine](time)}, "change" = ${changes.changed},
        "actor_id" = ${actorId}, "receipt_id" = ${receiptId}, "line" = ${line}
      FROM ${textRows(engine, texts)}
      WHERE "plants"."id" = "input"."id" AND ${versionTimestamp} = "input"."seen" RETURNING "plants"."id" AS "id"`),
  );
}

/** Moves plants to the trash, and stores their versions and deletions. Gives the ids like `replaceVersions`. */
export function* moveAllToTrash(
  engine: Engine,
  olds: Version[],
  { time, actorId = null, receiptId = null }: ChangeMetadata,
): Steps<Set<bigint>> {
  if (olds.length === 0) return new Set();
  yield* archive(engine, olds);
  const current = currentPlants(engine, olds);
  yield archiveDeletions(current, laterThan[engine](time), time + trashRetention, { actorId, receiptId });
  return idsOf(
    yield* query(
      compose`DELETE FROM "plants" WHERE "id" IN (SELECT "plants"."id" FROM ${current}) RETURNING "id"`,
    ),
  );
}

export const archiveDeletions = (
  plants: Statement,
  at: Statement,
  purgedAt: Statement | bigint,
  { actorId = null, receiptId = null }: Partial<ChangeMetadata>,
): Statement => compose`
  INSERT INTO "plant_versions"
    ("plant_id", "changed_at", "change", "actor_id", "receipt_id", ${textColumns}, "added_at", "purged_at")
  SELECT "plants"."id", ${at}, ${changes.deleted}, ${actorId}, ${receiptId}, ${textColumnsOf('plants')},
    "plants"."added_at", ${purgedAt}
  FROM ${plants}`;

/** `latest` is the stamp of the last version of its id that is known. */
export type DeletedPlant = PlantValues & Key & { latest: bigint };

/** The `latest` of a deleted plant in the table or alias `of`. */
export const latestOf = (of: string): Statement => compose`
  (SELECT max("of_id"."changed_at") FROM "plant_versions" AS "of_id" WHERE "of_id"."plant_id" = ${raw(`"${of}"`)}."plant_id")
    AS "latest"`;

export function* restoreAllFromTrash(
  engine: Engine,
  deleted: DeletedPlant[],
  { time, actorId = null, receiptId = null }: ChangeMetadata,
): Steps<Set<bigint>> {
  if (deleted.length === 0) return new Set();
  const restored = idsOf(
    yield* query(compose`
      INSERT INTO "plants"
        (${plantColumns}, "folded", "added_at", "changed_at", "change", "actor_id", "receipt_id")
      SELECT ${inputColumns}, "input"."folded", "plants"."added_at",
        ${laterThan[engine](time)}, ${changes.restored}, ${actorId}, ${receiptId}
      FROM ${textRows(engine, deleted)} JOIN "plant_versions" AS "plants"
        ON "plants"."plant_id" = "input"."id" AND "plants"."changed_at" = "input"."seen"
      WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
  const back = deleted.filter(({ id }) => restored.has(id));
  if (engine === 'postgresql') yield* assertLatest(back);
  yield compose`
    UPDATE "plant_versions" SET "purged_at" = NULL WHERE ("plant_id", "changed_at") IN (
      SELECT "input"."id", "input"."seen" FROM ${keyRows(engine, back)})`;
  return restored;
}

/**
 * While an insertion waits for another writer, that writer, or one after it, may add and delete a plant with the id. The
 * unit would restore an older plant, with a stamp before that of the deletion. So it runs again.
 */
function* assertLatest(plants: DeletedPlant[]): Steps<void> {
  const known = plants.map(({ id, latest }) => ({ id, changedAt: latest }));
  const later = yield* query(compose`
    SELECT 1 FROM ${keyRows('postgresql', known)} JOIN "plant_versions"
      ON "plant_id" = "input"."id" AND "changed_at" > "input"."seen" LIMIT 1`);
  if (later.length > 0) throw conflict();
}

function* archive(engine: Engine, versions: Key[]): Steps<void> {
  // SQLite has one writer; PostgreSQL needs locks.
  if (engine === 'postgresql')
    yield compose`SELECT 1 FROM ${currentPlants(engine, versions)} ORDER BY "plants"."id" FOR UPDATE OF "plants"`;
  yield archiveVersions(currentPlants(engine, versions));
}

const currentPlants = (engine: Engine, versions: Key[]): Statement =>
  compose`${keyRows(engine, versions)} JOIN "plants" ON "plants"."id" = "input"."id" AND ${versionTimestamp} = "input"."seen"`;

/** Makes each version later than the previous version, even if the clock was set back. */
export const laterThan: Record<Engine, (time: Statement | bigint) => Statement> = {
  sqlite: (time) => compose`max(${time}, ${versionTimestamp} + 1)`,
  postgresql: (time) => compose`greatest(${time}::bigint, ${versionTimestamp} + 1)`,
};

const idsOf = (rows: unknown[]) => new Set((rows as { id: bigint }[]).map(({ id }) => id));
