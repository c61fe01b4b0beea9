import type { Database } from '../database.ts';

/** What was used of a quota in the window that ends then, in milliseconds since 1970. */
export type RateCount = { id: string; endsAt: number; used: number };

/**
 * Adds to what all processes have used, and gives the sums. For PostgreSQL alone, so that the table has no model: an SQLite store has one process. Each
 * may be named once; they are locked in one order, so that processes do not wait for each other in a circle.
 */
export async function add({ prisma }: Database, counts: RateCount[]): Promise<RateCount[]> {
  const rows = await prisma.$queryRaw<{ id: string; endsAt: bigint; used: bigint }[]>`
    INSERT INTO "rate_counts" AS "known" ("id", "ends_at", "used")
    SELECT "id", "endsAt", "used"
    FROM json_to_recordset(${JSON.stringify(counts)}::json) AS "given" ("id" text, "endsAt" bigint, "used" bigint)
    ORDER BY "id", "endsAt"
    ON CONFLICT ("id", "ends_at") DO UPDATE SET "used" = "known"."used" + excluded."used"
    RETURNING "id", "ends_at" AS "endsAt", "used"`;
  return rows.map(({ id, endsAt, used }) => ({ id, endsAt: Number(endsAt), used: Number(used) }));
}

/** Forgets the windows that ended before this time. */
export async function forget({ prisma }: Database, before: Date): Promise<void> {
  await prisma.$executeRaw`DELETE FROM "rate_counts" WHERE "ends_at" < ${BigInt(before.getTime())}`;
}
