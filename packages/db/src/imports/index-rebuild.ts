import { query, raw, type Steps } from '../core/sql.ts';

/** The minimum number of new plants, and the maximum number of old plants per new one. */
const rowsMin = 50_000;
const oldPerNew = 5;

/**
 * Runs steps that add plants. If they add many plants to few, it drops the indexes before and builds them again after,
 * in the same transaction. Rows in another order than an index cost a page each; sorting them all takes a fifth of that
 * time.
 */
export function* withIndexRebuild<Result>(rows: number, steps: () => Steps<Result>): Steps<Result> {
  if (!(yield* isFasterWithoutIndexes(rows))) return yield* steps();
  const indexes = yield* query<{ name: string; sql: string }>(
    raw(
      `SELECT name, sql FROM "main".sqlite_schema WHERE type = 'index' AND tbl_name = 'plants' AND sql IS NOT NULL`,
    ),
  );
  for (const { name } of indexes) yield raw(`DROP INDEX "main"."${name}"`);
  const result = yield* steps();
  for (const { sql } of indexes) yield raw(sql);
  return result;
}

function* isFasterWithoutIndexes(rows: number): Steps<boolean> {
  if (rows < rowsMin) return false;
  const old = yield* count('"plants"');
  if (rows * oldPerNew < old) return false;
  const alreadyStored =
    old === 0 ? 0 : yield* count('"staged_rows" AS "s" CROSS JOIN "plants" AS "p" WHERE "p"."id" = "s"."id"');
  return rows - alreadyStored >= rowsMin && (rows - alreadyStored) * oldPerNew >= old;
}

function* count(from: string): Steps<number> {
  const [row] = yield* query<{ n: bigint }>(raw(`SELECT count(*) AS "n" FROM ${from}`));
  return Number(row?.n);
}
