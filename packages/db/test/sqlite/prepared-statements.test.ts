import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose, type Statement, statementsMax } from '../../src/engine/statement.ts';
import { preparer } from '../../src/sqlite/prepared-statements.ts';

/** A statement that is put together anew each time; each number has a text of its own. */
const numbered = (number: number): Statement =>
  compose([`SELECT 1 AS "one" LIMIT ${number}`] as unknown as TemplateStringsArray);

function aPreparer() {
  const connection = new SqliteConnection(':memory:');
  onTestFinished(() => void connection.close());
  return { run: preparer(connection), prepared: vi.spyOn(connection, 'prepare') };
}

test('statements that were put together long ago are let go, by those who prepare them as well', () => {
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

test('a statement that is in use is prepared once, among however many others', () => {
  const { run, prepared } = aPreparer();
  const { strings } = numbered(1);
  for (let number = 2; number < 2 * statementsMax; number++) {
    run(numbered(number));
    expect(numbered(1).strings).toBe(strings);
    run(numbered(1));
  }
  expect(prepared).toHaveBeenCalledTimes(2 * statementsMax - 1);
});
