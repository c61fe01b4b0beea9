// SQL by hand: one statement writes up to 1,000 plants (docs/decisions/0006).
import type { PlantValues } from '@plant-store/schema/plain';
import { assigned, plantColumns, plantColumnsOf, textColumns } from '../core/plant-columns.ts';
import { ask, compose, type Engine, type Statement, type Steps, sql } from '../core/sql.ts';
import { givenKeys, givenTexts, type Key } from './json-rows.ts';
import { changes, type Making, trashed, type Version } from './version.ts';
import { keeping, stamp } from './version-reads.ts';

/** Plants per statement, which takes a moment and some hundred kB. */
export const pieceMax = 1_000;

/** Adds plants in this order, except for taken ids. Gives the added ids. */
export function* insertAll(
  engine: Engine,
  plants: PlantValues[],
  { time, actorId = null, receiptId = null, line = null }: Making,
): Steps<Set<bigint>> {
  const [latest] = yield* ask<{ stamp: bigint | null }>(latestStamp[engine]);
  const first = latest?.stamp && latest.stamp >= time ? latest.stamp + 1n : time;
  return idsOf(
    yield* ask(compose`
      INSERT INTO "plants" (${plantColumns}, "folded", "added_at", "actor_id", "receipt_id", "line")
      SELECT ${plantColumns}, "folded", ${addedAt[engine](first)}, ${actorId}, ${receiptId}, ${line}
      FROM ${givenTexts(engine, plants)} WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
}

// See `insertion` in plants.ts.
const lastOfId = sql`SELECT max("changed_at") + 1 FROM "plant_versions" WHERE "plant_id" = "given"."id"`;
const addedAt: Record<Engine, (first: bigint) => Statement> = {
  sqlite: (first) => compose`max(${first} + "n", coalesce((${lastOfId}), 0))`,
  postgresql: (first) => compose`greatest(${first}::bigint + "n", (${lastOfId}))`,
};
const latestStamp: Record<Engine, Statement> = {
  sqlite: sql`SELECT max("added_at") AS "stamp" FROM "plants"`,
  postgresql: sql`SELECT NULL::bigint AS "stamp"`,
};

const assignedGiven = assigned('given');
const givenColumns = plantColumnsOf('given');

/** Replaces versions, and keeps the old ones. @returns the ids of those that were current; others are left alone */
export function* supersedeAll(
  engine: Engine,
  pairs: { old: Version; to: PlantValues }[],
  { time, actorId = null, receiptId = null, line = null }: Making,
): Steps<Set<bigint>> {
  if (pairs.length === 0) return new Set();
  const olds = pairs.map(({ old }) => old);
  yield* keep(engine, olds);
  const texts = pairs.map(({ old, to }) => ({ ...to, id: old.id, changedAt: old.changedAt }));
  return idsOf(
    yield* ask(compose`
      UPDATE "plants" SET ${assignedGiven}, "folded" = "given"."folded",
        "changed_at" = ${after[engine](time)}, "change" = ${changes.changed},
        "actor_id" = ${actorId}, "receipt_id" = ${receiptId}, "line" = ${line}
      FROM ${givenTexts(engine, texts)}
      WHERE "plants"."id" = "given"."id" AND ${stamp} = "given"."seen" RETURNING "plants"."id" AS "id"`),
  );
}

/** Moves plants to the trash, and stores their versions and deletions. Gives the ids as `supersedeAll`. */
export function* buryAll(
  engine: Engine,
  olds: Version[],
  { time, actorId = null, receiptId = null }: Making,
): Steps<Set<bigint>> {
  if (olds.length === 0) return new Set();
  yield* keep(engine, olds);
  const present = presentOf(engine, olds);
  yield compose`
    INSERT INTO "plant_versions"
      ("plant_id", "changed_at", "change", "actor_id", "receipt_id", ${textColumns}, "added_at", "purged_at")
    SELECT "plants"."id", ${after[engine](time)}, ${changes.deleted}, ${actorId}, ${receiptId}, ${textColumns}, "added_at",
      ${time + trashed} FROM ${present}`;
  return idsOf(
    yield* ask(
      compose`DELETE FROM "plants" WHERE "id" IN (SELECT "plants"."id" FROM ${present}) RETURNING "id"`,
    ),
  );
}

export type Tombstone = PlantValues & Key;

/** Restores deleted plants, except for ids in use. Gives the restored ids. */
export function* digAll(
  engine: Engine,
  tombstones: Tombstone[],
  { time, actorId = null, receiptId = null }: Making,
): Steps<Set<bigint>> {
  if (tombstones.length === 0) return new Set();
  const restored = idsOf(
    yield* ask(compose`
      INSERT INTO "plants"
        (${plantColumns}, "folded", "added_at", "changed_at", "change", "actor_id", "receipt_id")
      SELECT ${givenColumns}, "given"."folded", "plants"."added_at",
        ${after[engine](time)}, ${changes.restored}, ${actorId}, ${receiptId}
      FROM ${givenTexts(engine, tombstones)} JOIN "plant_versions" AS "plants"
        ON "plants"."plant_id" = "given"."id" AND "plants"."changed_at" = "given"."seen"
      WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
  const back = tombstones.filter(({ id }) => restored.has(id));
  yield compose`
    UPDATE "plant_versions" SET "purged_at" = NULL WHERE ("plant_id", "changed_at") IN (
      SELECT "given"."id", "given"."seen" FROM ${givenKeys(engine, back)})`;
  return restored;
}

/** Stores versions that are still current. */
function* keep(engine: Engine, versions: Key[]): Steps<void> {
  // SQLite has one writer; PostgreSQL needs locks.
  if (engine === 'postgresql')
    yield compose`SELECT 1 FROM ${presentOf(engine, versions)} ORDER BY "plants"."id" FOR UPDATE OF "plants"`;
  yield keeping(presentOf(engine, versions));
}

/** The plants that have these current versions. */
const presentOf = (engine: Engine, versions: Key[]): Statement =>
  compose`${givenKeys(engine, versions)} JOIN "plants" ON "plants"."id" = "given"."id" AND ${stamp} = "given"."seen"`;

/** Each version is later than the one before, whatever the clock says. */
const after: Record<Engine, (time: bigint) => Statement> = {
  sqlite: (time) => compose`max(${time}, ${stamp} + 1)`,
  postgresql: (time) => compose`greatest(${time}::bigint, ${stamp} + 1)`,
};

const idsOf = (rows: unknown[]) => new Set((rows as { id: bigint }[]).map(({ id }) => id));
