import { countIn, query, raw, type Steps } from '@plant-store/engine';

/** The minimum number of new plants, and the maximum number of old plants per new one. */
const rowsMin = 50_000;
const oldPerNew = 5;

/** Drops and builds the indexes for many plants: unsorted, each row costs a page; sorting takes a fifth of the time. */
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
  const old = yield* rowsIn('"plants"');
  if (rows * oldPerNew < old) return false;
  const alreadyStored =
    old === 0
      ? 0
      : yield* rowsIn('"staged_rows" AS "s" CROSS JOIN "plants" AS "p" WHERE "p"."id" = "s"."id"');
  return rows - alreadyStored >= rowsMin && (rows - alreadyStored) * oldPerNew >= old;
}

function* rowsIn(from: string): Steps<number> {
  return Number(yield* countIn(raw(`SELECT count(*) AS "count" FROM ${from}`)));
}
