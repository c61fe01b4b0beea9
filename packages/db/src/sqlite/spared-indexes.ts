import type SqliteConnection from 'better-sqlite3';
import type { Steps } from '../engine/unit.ts';

/** From so many new rows on, and as many for each of these that are there, indexes are made anew. */
const rowsMin = 50_000;
const oldPerNew = 5;

/**
 * Makes the indexes of the plants anew after the steps, where those add many plants to few: rows that come in another
 * order than an index has cost a page each, and sorting all of them once takes a fifth of that time. The indexes are the
 * same afterwards, to the letter, and nobody sees the store without them: it is all one transaction.
 */
export function* sparingIndexes<Result>(
  connection: SqliteConnection.Database,
  rows: number,
  steps: () => Steps<Result>,
): Steps<Result> {
  if (!isWorthIt(connection, rows)) return yield* steps();
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM "main".sqlite_schema WHERE type = 'index' AND tbl_name = 'plants' AND sql IS NOT NULL`,
    )
    .all();
  for (const { name } of indexes) connection.exec(`DROP INDEX "main"."${name}"`);
  const result = yield* steps();
  for (const { sql } of indexes) connection.exec(sql);
  return result;
}

function isWorthIt(connection: SqliteConnection.Database, rows: number): boolean {
  if (rows < rowsMin) return false;
  const count = (sql: string) => Number(connection.prepare(sql).pluck().get());
  const old = count('SELECT count(*) FROM "plants"');
  if (rows * oldPerNew < old) return false;
  const known =
    old === 0
      ? 0
      : count(
          'SELECT count(*) FROM "staged_rows" AS "s" CROSS JOIN "plants" AS "p" WHERE "p"."id" = "s"."id"',
        );
  return rows - known >= rowsMin && (rows - known) * oldPerNew >= old;
}
