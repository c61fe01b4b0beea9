import { createSpool, raw, type Statement, type Steps } from '@plant-store/engine';
import { foldedOf } from '@plant-store/schema/fold';
import { textFields } from '@plant-store/schema/without-zod';
import { textDefinitions } from '../../core/plant-columns.ts';
import type { Staging, ValidRow } from '../../imports/staging.ts';

const batchRows = 5_000;

/** Values for one of `insertions`. */
type Batch = { of: keyof typeof insertions; values: unknown[] };

/**
 * Keeps staged rows on the disk of this process, as a slow upload must hold no connection of the server. `fill` puts
 * them into temporary tables, which end with the transaction.
 */
export function createStaging(): Staging & { fill(isLast: boolean): Steps<void>; close(): void } {
  const spool = createSpool<Batch>();
  let waiting: ValidRow[] = [];
  function put() {
    const plants = waiting.map(({ plant }) => plant);
    const values = [
      waiting.map(({ row }) => row),
      plants.map(({ id }) => id),
      plants.map(foldedOf),
      ...textFields.map((field) => plants.map((plant) => plant[field] ?? null)),
    ];
    spool.add({ of: 'rows', values });
    waiting = [];
  }
  return {
    add(rows) {
      // This leaves out the cells of the file, up to a megabyte each.
      for (const { row, plant } of rows) waiting.push({ row, plant });
      if (waiting.length >= batchRows) put();
    },
    addPiece: (number, bytes) => spool.add({ of: 'pieces', values: [number, bytes] }),
    end: put,
    *fill(isLast) {
      for (const table of tables) yield raw(`CREATE TEMP TABLE ${table}) ON COMMIT DROP`);
      for (const { of, values } of spool.values())
        yield { strings: insertions[of], values: values as Statement['values'] };
      for (const step of sorting(isLast)) yield raw(step);
    },
    close: spool.close,
  };
}

const tables = [
  `"staged_all" ("row" BIGINT, "id" BIGINT, "folded" TEXT, ${textDefinitions}`,
  `"staged_pieces" ("number" BIGINT PRIMARY KEY, "bytes" BYTEA`,
  `"staged_outcomes" ("row" BIGINT PRIMARY KEY, "id" BIGINT, "status" TEXT, "holder" TEXT, "holder_row" BIGINT`,
];

const texts = textFields.map(() => '::text[]').join(', |');
const insertions = {
  rows: textsBetween(
    `INSERT INTO "staged_all" SELECT * FROM unnest(|::bigint[], |::bigint[], |::text[], |${texts})`,
  ),
  pieces: textsBetween('INSERT INTO "staged_pieces" ("number", "bytes") VALUES (|, |)'),
};

function textsBetween(text: string) {
  return text.split('|') as unknown as TemplateStringsArray;
}

/** Keeps the first or the last row of each id; the others are marked as repeats. */
const sorting = (isLast: boolean) => [
  `CREATE TEMP TABLE "staged_rows" ON COMMIT DROP AS
     SELECT DISTINCT ON ("id") * FROM "staged_all" ORDER BY "id", "row" ${isLast ? 'DESC' : ''}`,
  'ALTER TABLE "staged_rows" ADD PRIMARY KEY ("id")',
  `CREATE TEMP TABLE "staged_repeats" ON COMMIT DROP AS
     SELECT "a".* FROM "staged_all" AS "a" JOIN "staged_rows" AS "s" ON "s"."id" = "a"."id" AND "s"."row" <> "a"."row"`,
  'DROP TABLE "staged_all"',
  'ANALYZE "staged_rows"',
  'ANALYZE "staged_repeats"',
];
