import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose, type Statement, sql, statementsMax } from '../../../src/core/sql.ts';
import { createStatementRunner } from '../../../src/sqlite/connection/prepared-statements.ts';

/** A new statement; each number gives a different text. */
const numbered = (number: number): Statement =>
  compose([`SELECT 1 AS "one" LIMIT ${number}`] as unknown as TemplateStringsArray);

function aPreparer() {
  const connection = new SqliteConnection(':memory:');
  onTestFinished(() => void connection.close());
  return { connection, run: createStatementRunner(connection), prepared: vi.spyOn(connection, 'prepare') };
}

test('old statements are released, even in threads', () => {
  const { run, prepared } = aPreparer();
  const first = numbered(1);
  expect(run(first)).toEqual([{ one: 1n }]);
  for (let number = 2; number < 2 * statementsMax + 2; number++) run(numbered(number));
  const again = numbered(1);
  expect(again.strings).not.toBe(first.strings);
  prepared.mockClear();
  run(first);
  expect(prepared).toHaveBeenCalledTimes(1);
});

test('a statement in use is prepared once, even among many other statements', () => {
  const { run, prepared } = aPreparer();
  const { strings } = numbered(1);
  for (let number = 2; number < 2 * statementsMax; number++) {
    run(numbered(number));
    expect(numbered(1).strings).toBe(strings);
    run(numbered(1));
  }
  expect(prepared).toHaveBeenCalledTimes(2 * statementsMax - 1);
});

test('a statement is planned once for all values', () => {
  const { connection, run } = aPreparer();
  let calls = 0;
  // SQLite also calls this function for planning: with known values it estimates the number of index entries above a
  // value.
  connection.function('above', { deterministic: true }, (value) => {
    calls++;
    return value;
  });
  connection.exec(`
    CREATE TABLE "pots" ("size" INTEGER, "number" INTEGER);
    CREATE INDEX "pots_idx" ON "pots"("size", "number");
    WITH RECURSIVE "n"("n") AS (SELECT 1 UNION ALL SELECT "n" + 1 FROM "n" LIMIT 500)
    INSERT INTO "pots" SELECT "n" % 50, "n" FROM "n";
    ANALYZE`);
  const numbersOf = (size: bigint) =>
    run(sql`SELECT "number" FROM "pots" WHERE "size" = ${size} AND "number" > above(440)`);
  expect(numbersOf(7n)).toEqual([{ number: 457n }]);
  calls = 0;
  for (let size = 0n; size < 50n; size++) numbersOf(size);
  expect(calls).toBe(50);
});

test('values reach SQLite unchanged', () => {
  const { run } = aPreparer();
  const values = [2n ** 63n - 1n, -(2n ** 63n), '7', '-0', '', ' 1', 'Pūhā', null];
  for (const value of values)
    expect(run(sql`SELECT ${value} AS "value", typeof(${value}) AS "type"`)).toEqual([
      { value, type: { bigint: 'integer', string: 'text' }[typeof value as string] ?? 'null' },
    ]);
  expect(run(sql`SELECT ${Buffer.from([0, 255])} AS "value"`)).toEqual([{ value: Buffer.from([0, 255]) }]);
});
