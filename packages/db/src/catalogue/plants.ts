import type { NewPlant, PlantPatch, StoredPlant } from '@plant-store/schema';
import { foldedOf } from '@plant-store/schema/fold';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { type Statement, sql } from '../engine/statement.ts';
import { ask, type Steps } from '../engine/unit.ts';
import { type By, once } from './once.ts';
import { idTaken, notFound } from './refusals.ts';
import { type PlantText, present, type Version } from './version.ts';
import { versionsOf } from './version-reads.ts';
import { buryAll, supersedeAll } from './version-writes.ts';

export { nextFreeId } from './next-free-id.ts';
export type { Position } from './plant-finder.ts';
export { count, filterOf, list, statistics, tags } from './plant-list.ts';
export { spellings } from './spellings.ts';

/**
 * Looks at a plant, or at there being none, in the moment before it is written. What it throws keeps that from being
 * done. It may be called again when another write came in between.
 */
export type Check = (plant: StoredPlant | undefined) => void;

/**
 * Adds a plant. When this returns, the plant is on disk.
 * @throws StoreError `idTaken` when a plant holds the id; that plant is unchanged.
 */
export async function create(db: Database, plant: NewPlant, by: By = {}): Promise<StoredPlant> {
  const insert = insertion[db.engine](plant, by);
  const event: AuditEvent = { action: 'plants.create', subject: String(plant.id), by };
  if (!by.once) {
    const [row] = await db.execute<PlantText>(insert, event);
    if (row) return present(row);
    throw idTaken(plant.id, await get(db, plant.id));
  }
  const unit = function* () {
    const [row] = yield* ask<PlantText>(insert);
    if (row) {
      yield* record(db.engine, event);
      return present(row);
    }
    const holder = yield* versionOf(db, plant.id);
    throw idTaken(plant.id, holder);
  };
  return db.transact(once(db, by, unit));
}

/** Stores a plant unless its id is taken, with a stamp that is later than all of an earlier plant with its id. */
const insertion: Record<Database['engine'], (plant: NewPlant, by: By) => Statement> = {
  // SQLite's clock tells milliseconds, and may be set back: each stamp is above all before it, in the order of storing.
  sqlite: ({ id, name, tag = null }, { actorId = null }) => sql`
    INSERT INTO "plants" ("id", "name", "tag", "folded", "actor_id", "added_at")
    VALUES (${id}, ${name}, ${tag}, ${foldedOf({ name, tag })}, ${actorId},
      max(CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000, coalesce((SELECT max("added_at") FROM "plants"), 0) + 1,
        coalesce((SELECT max("changed_at") FROM "plant_versions" WHERE "plant_id" = ${id}), 0) + 1))
    ON CONFLICT DO NOTHING RETURNING "id", "name", "tag"`,
  // No look at the latest stamp here: it would have every write wait for the one before.
  postgresql: ({ id, name, tag = null }, { actorId = null }) => sql`
    INSERT INTO "plants" ("id", "name", "tag", "folded", "actor_id", "added_at")
    VALUES (${id}, ${name}, ${tag}, ${foldedOf({ name, tag })}, ${actorId}, greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
      (SELECT max("changed_at") + 1 FROM "plant_versions" WHERE "plant_id" = ${id})))
    ON CONFLICT DO NOTHING RETURNING "id", "name", "tag"`,
};

/** The plant with this id, if there is one. */
export async function get(db: Database, id: bigint): Promise<StoredPlant | undefined> {
  // The read that programs do most; Prisma's way to it would take most of a request's time (docs/decisions/0006).
  const [row] = await db.query<PlantText>(sql`SELECT "id", "name", "tag" FROM "plants" WHERE "id" = ${id}`);
  return row ? present(row) : undefined;
}

/** Puts a plant in the place of the one with its id, or adds it where there is none. */
export async function replace(
  db: Database,
  plant: NewPlant,
  by: By = {},
  check: Check = () => undefined,
): Promise<{ plant: StoredPlant; isNew: boolean }> {
  const insert = insertion[db.engine](plant, by);
  return db.transact(function* () {
    for (;;) {
      const old = yield* versionOf(db, plant.id);
      check(old && present(old));
      if (old) {
        if (yield* change(db, old, plant, { action: 'plants.replace', by }))
          return { plant: present({ tag: null, ...plant }), isNew: false };
      } else {
        const [row] = yield* ask<PlantText>(insert);
        if (row) {
          yield* record(db.engine, { action: 'plants.create', subject: String(plant.id), by });
          return { plant: present(row), isNew: true };
        }
      }
    }
  });
}

/**
 * Changes what the patch names, where a null takes a value away, and gives the plant as it is then.
 * @throws StoreError `notFound`
 */
export async function update(
  db: Database,
  { id, ...patch }: PlantPatch & { id: bigint },
  by: By = {},
  check: Check = () => undefined,
): Promise<StoredPlant> {
  return db.transact(function* () {
    for (;;) {
      const old = yield* existing(db, id, check);
      const { name = old.name, tag = old.tag } = patch;
      if (yield* change(db, old, { name, tag }, { action: 'plants.update', by }))
        return present({ id, name, tag });
    }
  });
}

/** Moves a plant to the trash. @throws StoreError `notFound` */
export async function remove(
  db: Database,
  id: bigint,
  by: By = {},
  check: Check = () => undefined,
): Promise<void> {
  await db.transact(function* () {
    for (;;) {
      const old = yield* existing(db, id, check);
      const time = yield* now(db.engine);
      if (!(yield* buryAll(db.engine, [old], { ...by, time })).has(id)) continue;
      return yield* record(db.engine, { action: 'plants.delete', subject: String(id), by });
    }
  });
}

function* versionOf(db: Database, id: bigint): Steps<Version | undefined> {
  return (yield* versionsOf(db.engine, [id])).get(id);
}

function* existing(db: Database, id: bigint, check: Check): Steps<Version> {
  const old = yield* versionOf(db, id);
  if (!old) throw notFound(id);
  check(present(old));
  return old;
}

/** A write that changes nothing leaves no version behind, and nothing is told of it. */
function* change(
  db: Database,
  old: Version,
  { name, tag = null }: { name: string; tag?: string | null | undefined },
  { action, by }: { action: AuditEvent['action']; by: By },
): Steps<boolean> {
  if (name === old.name && tag === old.tag) return true;
  const making = { ...by, time: yield* now(db.engine) };
  if (!(yield* supersedeAll(db.engine, [{ old, name, tag }], making)).has(old.id)) return false;
  yield* record(db.engine, { action, subject: String(old.id), by });
  return true;
}
