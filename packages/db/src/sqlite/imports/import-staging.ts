import { writeFileSync } from 'node:fs';
import { attachStaging } from '@plant-store/engine/sqlite/file';
import { foldedOf } from '@plant-store/schema/fold';
import { textFields } from '@plant-store/schema/without-zod';
import type SqliteConnection from 'better-sqlite3';
import { textDefinitions, textsOf } from '../../core/plant-columns.ts';
import type { Staging, ValidRow } from '../../imports/staging.ts';

const columns = `"row" INTEGER, "folded" TEXT, ${textDefinitions}`;

export function createStagingFile(connection: SqliteConnection.Database, file: string): Staging {
  // SQLite would create a file that others can read, and this connection may not create files.
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  attachStaging(connection, file);
  connection.exec(`
    CREATE TABLE "staging"."staged_rows" ("id" INTEGER PRIMARY KEY, ${columns});
    CREATE TABLE "staging"."staged_unsorted" ("id" INTEGER, ${columns});
    CREATE TABLE "staging"."staged_repeats" ("id" INTEGER, ${columns});
    CREATE TABLE "staging"."staged_pieces" ("number" INTEGER PRIMARY KEY, "bytes" BLOB);
    CREATE TABLE "staging"."staged_outcomes" (
      "row" INTEGER PRIMARY KEY, "id" INTEGER, "status" TEXT, "holder" TEXT, "holder_row" INTEGER)`);
  return staging(connection);
}

/** The number of rows per statement, which halves the time. */
const batchRows = 25;

function staging(connection: SqliteConnection.Database): Staging {
  const sorted = insertion(connection, 'staged_rows');
  const unsorted = insertion(connection, 'staged_unsorted');
  const put = connection.prepare(`INSERT INTO "staged_pieces" ("number", "bytes") VALUES (?, ?)`);
  const commit = connection.prepare('COMMIT');
  let last: bigint | undefined;
  let isSorted = true;
  // This transaction touches no other database of the connection.
  connection.exec('BEGIN');
  return {
    add(rows) {
      // Most files are sorted by id. An unsorted row would cost a page.
      for (const { plant } of rows) {
        if (last !== undefined && plant.id <= last) isSorted = false;
        last = plant.id;
      }
      (isSorted ? sorted : unsorted)(rows);
    },
    addPiece: (number, bytes) => void put.run(number, bytes),
    end(isLast) {
      if (!isSorted) connection.exec(sorting(isLast));
      commit.run();
    },
  };
}

function insertion(connection: SqliteConnection.Database, table: string): (rows: ValidRow[]) => void {
  const prepare = (rows: number) =>
    connection.prepare(
      `INSERT INTO "${table}" VALUES ${Array(rows)
        .fill(`(?, ?, ?${', ?'.repeat(textFields.length)})`)
        .join()}`,
    );
  const [many, one] = [prepare(batchRows), prepare(1)];
  return (rows) => {
    let at = 0;
    for (; at + batchRows <= rows.length; at += batchRows) many.run(valuesOf(rows.slice(at, at + batchRows)));
    for (const row of rows.slice(at)) one.run(valuesOf([row]));
  };
}

const valuesOf = (rows: ValidRow[]) =>
  rows.flatMap(({ row, plant }) => [plant.id, row, foldedOf(plant), ...textsOf(plant)]);

/** Sorts all rows by id. The first or last row of each id stays; the others are marked as repeats. */
const sorting = (isLast: boolean) => `
  INSERT INTO "staged_unsorted" SELECT * FROM "staged_rows";
  DELETE FROM "staged_rows";
  INSERT INTO "staged_rows" SELECT * FROM "staged_unsorted" WHERE true
    ORDER BY "id", "row" ${isLast ? 'DESC' : ''} ON CONFLICT DO NOTHING;
  INSERT INTO "staged_repeats" SELECT "u".*
    FROM "staged_unsorted" AS "u" JOIN "staged_rows" AS "s" ON "s"."id" = "u"."id"
    WHERE "u"."id" IN (SELECT "id" FROM "staged_unsorted" GROUP BY "id" HAVING count(*) > 1)
      AND "s"."row" <> "u"."row";
  DROP TABLE "staged_unsorted"`;
