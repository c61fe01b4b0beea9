// SQL by hand: one recursive query instead of about sixty (docs/decisions/0006).
import { randomInt } from 'node:crypto';
import { sql } from '@plant-store/engine';
import { int64Max } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';

/** A free id: one above the highest, or, if that is the end of int64, one after other taken ids. */
export async function nextFreeId(db: Database): Promise<bigint> {
  // Prisma's aggregate would read all ids.
  const [row] = await db.query<{ highest: bigint | null }>(sql`SELECT max("id") AS "highest" FROM "plants"`);
  const highest = row?.highest ?? 0n;
  if (highest < int64Max) return highest < 0n ? 1n : highest + 1n;
  for (let first = 1n; ; first = BigInt(randomInt(2, 2 ** 47))) {
    const free = await freeFrom(db, first);
    if (free !== undefined) return free;
  }
}

/** Finds a free id from `first` on: doubles the step until one is free, then bisects. `undefined` if it finds none. */
async function freeFrom(db: Database, first: bigint): Promise<bigint | undefined> {
  const [row] = await db.query<{ free: bigint }>(sql`
    WITH RECURSIVE "doubled" ("id") AS (
      SELECT CAST(${first} AS BIGINT)
      UNION ALL SELECT "id" * 2 FROM "doubled"
      WHERE "id" <= ${int64Max / 2n} AND EXISTS (SELECT 1 FROM "plants" WHERE "plants"."id" = "doubled"."id")
    ), "between" ("held", "free") AS (
      SELECT max("id") / 2, max("id") FROM "doubled"
      UNION ALL SELECT
        CASE WHEN EXISTS (SELECT 1 FROM "plants" WHERE "id" = "held" + ("free" - "held") / 2)
          THEN "held" + ("free" - "held") / 2 ELSE "held" END,
        CASE WHEN EXISTS (SELECT 1 FROM "plants" WHERE "id" = "held" + ("free" - "held") / 2)
          THEN "free" ELSE "held" + ("free" - "held") / 2 END
      FROM "between" WHERE "free" - "held" > 1
    )
    SELECT "free" FROM "between"
    WHERE "free" - "held" <= 1 AND NOT EXISTS (SELECT 1 FROM "plants" WHERE "id" = "free")`);
  return row?.free;
}
