import type { Database } from '../handle/database.ts';

/** `endsAt`: the end of the window, in milliseconds since 1970. */
export type RateCount = { id: string; endsAt: number; used: number };

/** Only PostgreSQL has this table, so it has no model. Rows are locked in order: no deadlock. Give each count once. */
export async function add({ prisma }: Database, counts: RateCount[]): Promise<RateCount[]> {
  const rows = await prisma.$queryRaw<{ id: string; endsAt: bigint; used: bigint }[]>`
    INSERT INTO "rate_counts" AS "known" ("id", "ends_at", "used")
    SELECT "id", "endsAt", "used"
    FROM json_to_recordset(${JSON.stringify(counts)}::json) AS "input" ("id" text, "endsAt" bigint, "used" bigint)
    ORDER BY "id", "endsAt"
    ON CONFLICT ("id", "ends_at") DO UPDATE SET "used" = "known"."used" + excluded."used"
    RETURNING "id", "ends_at" AS "endsAt", "used"`;
  return rows.map(({ id, endsAt, used }) => ({ id, endsAt: Number(endsAt), used: Number(used) }));
}

export async function purge({ prisma }: Database, before: Date): Promise<void> {
  await prisma.$executeRaw`DELETE FROM "rate_counts" WHERE "ends_at" < ${BigInt(before.getTime())}`;
}
