import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchFiles } from '../../../src/sqlite/file/file-watch.ts';
import { createFileGuard } from '../../../src/sqlite/writer/file-guard.ts';
import { createWriteAheadLog } from '../../../src/sqlite/writer/write-ahead-log.ts';
import { connect, newFolder } from '../../store.ts';

/** A database with a row that exists only in its log. */
function newDatabase() {
  const path = `${newFolder()}/plants.db`;
  const connection = connect(path);
  connection.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE plants (id INTEGER); INSERT INTO plants VALUES (1)',
  );
  return { path, connection, placement: createFileGuard(watchFiles(path), createWriteAheadLog(connection)) };
}

test('a write to a removed file is neither acknowledged nor reported as not stored', () => {
  const { path, connection, placement } = newDatabase();
  const write = () => {
    connection.exec('INSERT INTO plants VALUES (2)');
    renameSync(path, `${path}.away`);
  };
  expect(() => placement.around(write)).toThrow(/; it may or may not have been stored, put it back/);
  expect(() => placement.around(write)).toThrow(/; nothing was stored, put it back/);
  // Only the removed file has the row.
  rmSync(`${path}-wal`);
  expect(connect(`${path}.away`).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});

test('a write to a file that cannot be checked is not reported as not stored', () => {
  const { path, connection, placement } = newDatabase();
  const write = () => {
    connection.exec('INSERT INTO plants VALUES (2)');
    renameSync(path, `${path}.away`);
    // The system refuses to follow a link to itself.
    symlinkSync(path, path);
  };
  expect(() => placement.around(write)).toThrow(
    /; it may or may not have been stored, give the user of the store access to their folder/,
  );
  expect(() => placement.around(write)).toThrow(
    /; nothing was stored, give the user of the store access to their folder/,
  );
  rmSync(path);
  renameSync(`${path}.away`, path);
  placement.assert('nothing was stored');
  expect(connect(path).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});

test('the content of a deleted log is in the database before the next query', () => {
  const { path, placement } = newDatabase();
  rmSync(`${path}-wal`);
  expect(() => placement.assert('nothing was stored')).toThrow(
    /^the log beside the database was moved or deleted/,
  );
  expect(connect(path).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n]);
});

test('a saved log is not saved again', () => {
  const { path, connection, placement } = newDatabase();
  renameSync(path, `${path}.away`);
  expect(() => placement.assert('nothing was stored')).toThrow();
  const savedAt = statSync(`${path}.away`).mtimeMs;
  expect(() => placement.assert('nothing was stored')).toThrow();
  expect(statSync(`${path}.away`).mtimeMs).toBe(savedAt);
  // The file returns, and is removed again with a new row.
  renameSync(`${path}.away`, path);
  placement.around(() => connection.exec('INSERT INTO plants VALUES (2)'));
  renameSync(path, `${path}.away`);
  placement.save();
  rmSync(`${path}-wal`);
  expect(connect(`${path}.away`).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});
