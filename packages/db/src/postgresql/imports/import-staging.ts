import { foldedOf } from '@plant-store/schema/fold';
import { textFields } from '@plant-store/schema/without-zod';
import type { Client } from 'pg';
import { textDefinitions } from '../../core/plant-columns.ts';
import type { Staging, ValidRow } from '../../imports/staging.ts';

const batchRows = 5_000;

const textArrays = textFields.map((_, index) => `$${index + 4}::text[]`).join(', ');

/** Creates temporary tables for staged rows. The tables end with the connection. */
export async function createStagingTables(client: Client): Promise<Staging> {
  await client.query(`
    CREATE TEMP TABLE "staged_all" ("row" BIGINT, "id" BIGINT, "folded" TEXT, ${textDefinitions});
    CREATE TEMP TABLE "staged_pieces" ("number" BIGINT PRIMARY KEY, "bytes" BYTEA);
    CREATE TEMP TABLE "staged_outcomes" (
      "row" BIGINT PRIMARY KEY, "id" BIGINT, "status" TEXT, "holder" TEXT, "holder_row" BIGINT)`);
  let waiting: ValidRow[] = [];
  async function send() {
    const plants = waiting.map(({ plant }) => plant);
    await client.query({
      name: 'stage-rows',
      text: `INSERT INTO "staged_all" SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], ${textArrays})`,
      values: [
        waiting.map(({ row }) => row),
        plants.map(({ id }) => id),
        plants.map(foldedOf),
        ...textFields.map((field) => plants.map((plant) => plant[field] ?? null)),
      ],
    });
    waiting = [];
  }
  return {
    async add(rows) {
      // This leaves out the cells of the file, up to a megabyte each.
      for (const { row, plant } of rows) waiting.push({ row, plant });
      if (waiting.length >= batchRows) await send();
    },
    addPiece: async (number, bytes) =>
      void (await client.query({
        name: 'stage-piece',
        text: 'INSERT INTO "staged_pieces" ("number", "bytes") VALUES ($1, $2)',
        values: [number, bytes],
      })),
    async end(isLast) {
      await send();
      await client.query(`
        CREATE TEMP TABLE "staged_rows" AS
          SELECT DISTINCT ON ("id") * FROM "staged_all" ORDER BY "id", "row" ${isLast ? 'DESC' : ''};
        ALTER TABLE "staged_rows" ADD PRIMARY KEY ("id");
        CREATE TEMP TABLE "staged_repeats" AS
          SELECT "a".* FROM "staged_all" AS "a" JOIN "staged_rows" AS "s" ON "s"."id" = "a"."id" AND "s"."row" <> "a"."row";
        DROP TABLE "staged_all";
        ANALYZE "staged_rows";
        ANALYZE "staged_repeats"`);
    },
  };
}
