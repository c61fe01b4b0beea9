import { int64Max, type NewPlant, type StoredPlant, StoreError } from '@plant-store/schema';
import { nextMicros } from './clock.ts';
import type { Database } from './database.ts';
import { whenUnlocked } from './retry.ts';

/** A place in the list, which is ordered from the newest plant to the oldest. */
export type Position = { addedAt: bigint; id: bigint };

const fields = { id: true, name: true, tag: true } as const;

// Every verb is one statement. The adapter has one connection, and a statement of another request that came between
// BEGIN and COMMIT would share that transaction's fate.

/**
 * Adds a plant. When this returns, the plant is on disk.
 * @throws StoreError `idTaken` when a plant holds the id; that plant is unchanged.
 */
export async function create(db: Database, { id, name, tag }: NewPlant): Promise<StoredPlant> {
  try {
    // Stamped when it is its turn, so that the list is in the order of storing.
    const insert = () =>
      db.prisma.plant.create({
        data: { id, name, tag: tag ?? null, addedAt: nextMicros() },
        select: fields,
      });
    return present(await whenUnlocked(insert));
  } catch (cause) {
    if (!isTaken(cause)) throw cause;
    const holder = await get(db, id);
    throw new StoreError('idTaken', holder ? takenBy(holder) : `id ${id} is already taken; give another id`, {
      cause,
      problems: [
        { pointer: '/id', message: holder ? `is already taken by "${holder.name}"` : 'is already taken' },
      ],
    });
  }
}

/** The plant with this id, if there is one. */
export async function get(db: Database, id: bigint): Promise<StoredPlant | undefined> {
  const row = await db.prisma.plant.findUnique({ where: { id }, select: fields });
  return row ? present(row) : undefined;
}

/** Up to `limit` plants, newest first, from the one after `after` on; and where to go on, if there are more. */
export async function list(
  db: Database,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ plants: StoredPlant[]; next: Position | undefined }> {
  const rows = await db.prisma.plant.findMany({
    where: after && {
      addedAt: { lte: after.addedAt },
      OR: [{ addedAt: { lt: after.addedAt } }, { id: { lt: after.id } }],
    },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
    // One more than asked for, to know whether there is a next page.
    take: limit + 1,
    select: { ...fields, addedAt: true },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    plants: page.map(present),
    next: rows.length > limit && last ? { addedAt: last.addedAt, id: last.id } : undefined,
  };
}

/** An id that no plant holds: one above the highest, or, where that is int64's last, the lowest free one from 1 on. */
export async function nextFreeId(db: Database): Promise<bigint> {
  const highest = (await db.prisma.plant.aggregate({ _max: { id: true } }))._max.id ?? 0n;
  if (highest < int64Max) return highest < 0n ? 1n : highest + 1n;
  const [row] = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT "candidate" AS "id"
    FROM (SELECT 1 AS "candidate" UNION ALL SELECT "id" + 1 FROM "plants" WHERE "id" >= 1 AND "id" < ${int64Max})
    WHERE NOT EXISTS (SELECT 1 FROM "plants" WHERE "id" = "candidate")
    LIMIT 1`;
  if (!row) throw new StoreError('unavailable', 'no id from 1 on is free');
  return BigInt(row.id);
}

function present({ id, name, tag }: { id: bigint; name: string; tag: string | null }): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag };
}

const takenBy = ({ id, name }: StoredPlant) => `id ${id} is already taken by "${name}"; give another id`;

/** P2002: a unique constraint failed, and `plants` has only that of its id. */
const isTaken = (cause: unknown) => (cause as { code?: unknown }).code === 'P2002';
