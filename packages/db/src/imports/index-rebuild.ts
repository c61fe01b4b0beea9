import { query, raw, type Steps } from '../core/sql.ts';

/** At least so many new plants, and at most so many old ones per new one. */
const rowsMin = 50_000;
const oldPerNew = 5;

/**
 * Runs steps that add plants. If many are added to few, the indexes are dropped before and built again after, in the
 * same transaction: rows in another order than an index cost a page each, sorting them all a fifth of that time.
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
