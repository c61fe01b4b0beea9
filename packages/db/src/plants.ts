import { int64Max, type NewPlant, type StoredPlant, StoreError } from '@plant-store/schema';
import type { Database } from './database.ts';
import { type Statement, sql } from './statement.ts';

/** A place in the list, which is ordered from the newest plant to the oldest. */
export type Position = { addedAt: bigint; id: bigint };

type Row = { id: bigint; name: string; tag: string | null };

/**
 * Adds a plant. When this returns, the plant is on disk.
 * @throws StoreError `idTaken` when a plant holds the id; that plant is unchanged.
 */
export async function create(db: Database, plant: NewPlant): Promise<StoredPlant> {
  const [row] = await db.execute<Row>(insertion[db.engine](plant));
  if (row) return present(row);
  const holder = await get(db, plant.id);
  throw new StoreError(
    'idTaken',
    holder ? takenBy(holder) : `id ${plant.id} is already taken; give another id`,
    {
      problems: [
        { pointer: '/id', message: holder ? `is already taken by "${holder.name}"` : 'is already taken' },
      ],
    },
  );
}

/**
 * Stores a plant unless its id is taken, stamped with microseconds since 1970 by the database, whose clock is the
 * only one that all processes share.
 */
const insertion: Record<Database['engine'], (plant: NewPlant) => Statement> = {
  // SQLite's clock tells milliseconds, and may be set back: each stamp is above all before it, in the order of storing.
  sqlite: ({ id, name, tag = null }) => sql`
    INSERT INTO "plants" ("id", "name", "tag", "added_at")
    SELECT ${id}, ${name}, ${tag},
      max(CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000, coalesce((SELECT max("added_at") FROM "plants"), 0) + 1)
    WHERE true ON CONFLICT DO NOTHING RETURNING "id", "name", "tag"`,
  // No look at the latest stamp here: it would have every write wait for the one before.
  postgresql: ({ id, name, tag = null }) => sql`
    INSERT INTO "plants" ("id", "name", "tag", "added_at")
    VALUES (${id}, ${name}, ${tag}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT DO NOTHING RETURNING "id", "name", "tag"`,
};

/** The plant with this id, if there is one. */
export async function get(db: Database, id: bigint): Promise<StoredPlant | undefined> {
  // The read that programs do most; Prisma's way to it would take most of a request's time (docs/decisions/0006).
  const [row] = await db.query<Row>(sql`SELECT "id", "name", "tag" FROM "plants" WHERE "id" = ${id}`);
  return row ? present(row) : undefined;
}

/** Up to `limit` plants, newest first, from the one after `after` on; and where to go on, if there are more. */
export async function list(
  db: Database,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ plants: StoredPlant[]; next: Position | undefined }> {
  // One more than asked for, to know whether there is a next page.
  const rows = await db.query<Row & { addedAt: bigint }>(pageOf(BigInt(limit + 1), after));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    plants: page.map(present),
    next: rows.length > limit && last ? { addedAt: last.addedAt, id: last.id } : undefined,
  };
}

const pageOf = (count: bigint, after: Position | undefined): Statement =>
  after
    ? sql`
        SELECT "id", "name", "tag", "added_at" AS "addedAt" FROM "plants"
        WHERE ("added_at", "id") < (${after.addedAt}, ${after.id})
        ORDER BY "added_at" DESC, "id" DESC LIMIT ${count}`
    : sql`
        SELECT "id", "name", "tag", "added_at" AS "addedAt" FROM "plants"
        ORDER BY "added_at" DESC, "id" DESC LIMIT ${count}`;

/** An id that no plant holds: one above the highest, or, where that is int64's last, the lowest free one from 1 on. */
export async function nextFreeId(db: Database): Promise<bigint> {
  const highest = (await db.prisma.plant.aggregate({ _max: { id: true } }))._max.id ?? 0n;
  if (highest < int64Max) return highest < 0n ? 1n : highest + 1n;
  const [row] = await db.query<{ id: bigint | null }>(sql`
    SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM "plants" WHERE "id" = 1) THEN 1 ELSE (
      SELECT "id" + 1 FROM "plants" AS "held" WHERE "id" >= 1 AND "id" < ${int64Max}
      AND NOT EXISTS (SELECT 1 FROM "plants" WHERE "id" = "held"."id" + 1) ORDER BY "id" LIMIT 1
    ) END AS "id"`);
  if (!row?.id) throw new StoreError('unavailable', 'no id from 1 on is free');
  return row.id;
}

function present({ id, name, tag }: Row): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag };
}

const takenBy = ({ id, name }: StoredPlant) => `id ${id} is already taken by "${name}"; give another id`;
