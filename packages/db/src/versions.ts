import { foldedOf } from '@plant-store/schema/fold';
import type { Database } from './database.ts';
import { compose, type Statement, sql } from './statement.ts';
import { ask, type Steps } from './unit.ts';
import { changes, type Making, trashed, type Version } from './version.ts';

type Engine = Database['engine'];

/** How many plants are written by one statement: what it takes is a moment, and what it is sent a few hundred kB. */
export const pieceMax = 1_000;

/** A row that is given to a statement; what is left out is null. */
type Given = Partial<Version> & { folded?: string; seen?: bigint; purgedAt?: bigint | null };

/** Many rows as a table named "given": as JSON, which is one value however many they are. */
function given(engine: Engine, rows: Given[]): Statement {
  const json = JSON.stringify(rows, (_key, value) =>
    typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
  );
  return tables[engine](json);
}

const tables: Record<Engine, (json: string) => Statement> = {
  sqlite: (json) => sql`(
    SELECT "value" ->> 'id' AS "id", "value" ->> 'name' AS "name", "value" ->> 'tag' AS "tag",
      "value" ->> 'folded' AS "folded", "value" ->> 'seen' AS "seen", "value" ->> 'addedAt' AS "addedAt",
      "value" ->> 'changedAt' AS "changedAt", "value" ->> 'change' AS "change", "value" ->> 'actorId' AS "actorId",
      "value" ->> 'receiptId' AS "receiptId", "value" ->> 'line' AS "line", "value" ->> 'purgedAt' AS "purgedAt"
    FROM json_each(${json})) AS "given"`,
  postgresql: (json) => sql`
    jsonb_to_recordset(${json}::jsonb) AS "given"("id" bigint, "name" text, "tag" text, "folded" text, "seen" bigint,
      "addedAt" bigint, "changedAt" bigint, "change" bigint, "actorId" bigint, "receiptId" bigint, "line" bigint,
      "purgedAt" bigint)`,
};

/** The present versions of those plants that there are, by their ids. */
export function* versionsOf(engine: Engine, ids: bigint[]): Steps<Map<bigint, Version>> {
  const versions = yield* ask<Version>(compose`
    SELECT "plants"."id", "plants"."name", "plants"."tag", "added_at" AS "addedAt",
      coalesce("changed_at", "added_at") AS "changedAt", coalesce("plants"."change", 0) AS "change",
      "actor_id" AS "actorId", "receipt_id" AS "receiptId", "plants"."line"
    FROM ${given(
      engine,
      ids.map((id) => ({ id })),
    )} JOIN "plants" ON "plants"."id" = "given"."id"`);
  return new Map(versions.map((version) => [version.id, version]));
}

/** What each of these versions took the place of, by the ids of the plants. */
export function* versionsBefore(
  engine: Engine,
  versions: Pick<Version, 'id' | 'changedAt'>[],
): Steps<Map<bigint, Pick<Version, 'id' | 'name' | 'tag'>>> {
  const rows = versions.map(({ id, changedAt }) => ({ id, seen: changedAt }));
  const before = yield* ask<Pick<Version, 'id' | 'name' | 'tag'>>(compose`
    SELECT "plant_id" AS "id", "plant_versions"."name", "plant_versions"."tag"
    FROM ${given(engine, rows)} JOIN "plant_versions" ON "plant_id" = "given"."id" AND "changed_at" = (
      SELECT max("earlier"."changed_at") FROM "plant_versions" AS "earlier"
      WHERE "earlier"."plant_id" = "given"."id" AND "earlier"."changed_at" < "given"."seen")`);
  return new Map(before.map((version) => [version.id, version]));
}

type Plant = Pick<Version, 'id' | 'name' | 'tag'>;

/** Adds plants, in this order, but for those whose ids are taken. Returns the ids of those that were added. */
export function* insertAll(engine: Engine, plants: Plant[], making: Making): Steps<Set<bigint>> {
  const [latest] = yield* ask<{ stamp: bigint | null }>(latestStamp[engine]);
  const first = latest?.stamp && latest.stamp >= making.time ? latest.stamp + 1n : making.time;
  const rows = plants.map(({ id, name, tag }, index) => ({
    ...{ id, name, tag, folded: foldedOf({ name, tag }), addedAt: first + BigInt(index) },
    ...origin(making),
  }));
  return idsOf(
    yield* ask(compose`
      INSERT INTO "plants" ("id", "name", "tag", "folded", "added_at", "actor_id", "receipt_id", "line")
      SELECT "id", "name", "tag", "folded", "addedAt", "actorId", "receiptId", "line" FROM ${given(engine, rows)}
      WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
}

/** See `insertion` in plants.ts. */
const latestStamp: Record<Engine, Statement> = {
  sqlite: sql`SELECT max("added_at") AS "stamp" FROM "plants"`,
  postgresql: sql`SELECT NULL::bigint AS "stamp"`,
};

/**
 * Puts other versions in the place of these, which are kept.
 * @returns the ids of those that were still the present ones; the others are left as they are
 */
export function* supersedeAll(
  engine: Engine,
  pairs: { old: Version; name: string; tag: string | null }[],
  making: Making,
): Steps<Set<bigint>> {
  const rows = pairs.map(({ old, name, tag }) => ({
    ...{ id: old.id, seen: old.changedAt, name, tag, folded: foldedOf({ name, tag }) },
    ...{ changedAt: after(old, making.time), change: changes.changed },
    ...origin(making),
  }));
  const changed = idsOf(
    yield* ask(compose`
      UPDATE "plants" SET "name" = "given"."name", "tag" = "given"."tag", "folded" = "given"."folded",
        "changed_at" = "given"."changedAt", "change" = "given"."change", "actor_id" = "given"."actorId",
        "receipt_id" = "given"."receiptId", "line" = "given"."line"
      FROM ${given(engine, rows)}
      WHERE "plants"."id" = "given"."id" AND coalesce("plants"."changed_at", "plants"."added_at") = "given"."seen"
      RETURNING "plants"."id" AS "id"`),
  );
  yield* keep(
    engine,
    pairs.map(({ old }) => old).filter(({ id }) => changed.has(id)),
  );
  return changed;
}

/** Takes plants away into the trash, and keeps these versions and ones that say so. Returns ids as `supersedeAll` does. */
export function* buryAll(engine: Engine, olds: Version[], making: Making): Steps<Set<bigint>> {
  const rows = olds.map(({ id, changedAt }) => ({ id, seen: changedAt }));
  const deleted = idsOf(
    yield* ask(compose`
      DELETE FROM "plants" WHERE ("id", coalesce("changed_at", "added_at")) IN (
        SELECT "given"."id", "given"."seen" FROM ${given(engine, rows)}) RETURNING "id"`),
  );
  const gone = olds.filter(({ id }) => deleted.has(id));
  yield* keep(engine, gone);
  const tombstones = gone.map((old) => ({
    ...old,
    ...{ changedAt: after(old, making.time), change: changes.deleted },
    ...origin({ ...making, line: null }),
    purgedAt: making.time + trashed,
  }));
  yield* keep(engine, tombstones);
  return deleted;
}

/** The last version of a plant that was deleted. */
export type Tombstone = Pick<Version, 'id' | 'name' | 'tag' | 'addedAt' | 'changedAt'>;

/** Puts deleted plants back among the others, but for those whose ids are in use again. Returns the ids of those put back. */
export function* digAll(engine: Engine, tombstones: Tombstone[], making: Making): Steps<Set<bigint>> {
  const rows = tombstones.map((tombstone) => {
    const { id, name, tag, addedAt, changedAt } = tombstone;
    return {
      ...{ id, name, tag, addedAt, folded: foldedOf({ name, tag }), seen: changedAt },
      ...{ changedAt: after(tombstone, making.time), change: changes.restored },
      ...origin({ ...making, line: null }),
    };
  });
  const restored = idsOf(
    yield* ask(compose`
      INSERT INTO "plants"
        ("id", "name", "tag", "folded", "added_at", "changed_at", "change", "actor_id", "receipt_id")
      SELECT "id", "name", "tag", "folded", "addedAt", "changedAt", "change", "actorId", "receiptId"
      FROM ${given(engine, rows)} WHERE true ON CONFLICT DO NOTHING RETURNING "id"`),
  );
  yield compose`
    UPDATE "plant_versions" SET "purged_at" = NULL WHERE ("plant_id", "changed_at") IN (
      SELECT "given"."id", "given"."seen" FROM ${given(
        engine,
        rows.filter(({ id }) => restored.has(id)),
      )})`;
  return restored;
}

function* keep(engine: Engine, versions: (Version & { purgedAt?: bigint })[]): Steps<void> {
  if (versions.length === 0) return;
  yield compose`
    INSERT INTO "plant_versions"
      ("plant_id", "changed_at", "change", "actor_id", "receipt_id", "line", "name", "tag", "added_at", "purged_at")
    SELECT "id", "changedAt", "change", "actorId", "receiptId", "line", "name", "tag", "addedAt", "purgedAt"
    FROM ${given(engine, versions)}`;
}

/** Each version of a plant is later than the one before, whatever the clock says. */
const after = ({ changedAt }: Pick<Version, 'changedAt'>, time: bigint) =>
  time > changedAt ? time : changedAt + 1n;

const origin = ({ actorId = null, receiptId = null, line = null }: Making) => ({ actorId, receiptId, line });

const idsOf = (rows: unknown[]) => new Set((rows as { id: bigint }[]).map(({ id }) => id));
