import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchFiles } from '../../src/sqlite/file-watch.ts';
import { createPlacement } from '../../src/sqlite/placement.ts';
import { createLog } from '../../src/sqlite/write-ahead-log.ts';
import { connect, newFolder } from '../store.ts';

/** A database with a row that is in its log alone. */
function newDatabase() {
  const path = `${newFolder()}/plants.db`;
  const connection = connect(path);
  connection.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE plants (id INTEGER); INSERT INTO plants VALUES (1)',
  );
  return { path, connection, placement: createPlacement(watchFiles(path), createLog(connection)) };
}

test('what is written while the file is taken away is not acknowledged, and nobody is told that it was not stored', () => {
  const { path, connection, placement } = newDatabase();
  const write = () => {
    connection.exec('INSERT INTO plants VALUES (2)');
    renameSync(path, `${path}.away`);
  };
  expect(() => placement.during(write)).toThrow(/; it is not certain whether this was stored, put it back/);
  expect(() => placement.during(write)).toThrow(/; nothing was stored, put it back/);
  // And it is in the file that was taken away.
  rmSync(`${path}-wal`);
  expect(connect(`${path}.away`).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});

test('what is written while the file can be looked at no more is not said to be not stored', () => {
  const { path, connection, placement } = newDatabase();
  const write = () => {
    connection.exec('INSERT INTO plants VALUES (2)');
    renameSync(path, `${path}.away`);
    // A link to itself, at which the system gives up.
    symlinkSync(path, path);
  };
  expect(() => placement.during(write)).toThrow(
    /; it is not certain whether this was stored, give their folder/,
  );
  expect(() => placement.during(write)).toThrow(/; nothing was stored, give their folder/);
  rmSync(path);
  renameSync(`${path}.away`, path);
  placement.assert('nothing was stored');
  expect(connect(path).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});

test('a log that is deleted is found in the database, before anything else is asked', () => {
  const { path, placement } = newDatabase();
  rmSync(`${path}-wal`);
  expect(() => placement.assert('nothing was stored')).toThrow(
    /^the log beside the database was moved or deleted/,
  );
  expect(connect(path).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n]);
});

test('what is saved is not saved again and again', () => {
  const { path, connection, placement } = newDatabase();
  renameSync(path, `${path}.away`);
  expect(() => placement.assert('nothing was stored')).toThrow();
  const savedAt = statSync(`${path}.away`).mtimeMs;
  expect(() => placement.assert('nothing was stored')).toThrow();
  expect(statSync(`${path}.away`).mtimeMs).toBe(savedAt);
  // Put back, and taken away once more with something new.
  renameSync(`${path}.away`, path);
  placement.during(() => connection.exec('INSERT INTO plants VALUES (2)'));
  renameSync(path, `${path}.away`);
  placement.save();
  rmSync(`${path}-wal`);
  expect(connect(`${path}.away`).prepare('SELECT id FROM plants').pluck().all()).toEqual([1n, 2n]);
});
