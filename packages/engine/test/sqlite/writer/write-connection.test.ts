import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWriter } from '../../../src/sqlite/writer/writer.ts';
import { connect, newFolder, newStore, threads } from '../../store.ts';
import { readSettings } from '../../units-of-work.ts';

test('a start waits for a process that closes the store', async () => {
  const path = join(newFolder(), 'notes.db');
  const other = connect(path);
  // The last connection of a store holds this lock while it moves the log.
  other.exec(
    'PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE "notes" ("text" TEXT)',
  );
  const starting = startWriter(path, threads);
  setTimeout(() => other.close(), 500);
  await (await starting).close();
});

test('the start learns from the write thread that the module of the program is missing', async () => {
  const path = join(newFolder(), 'notes.db');
  connect(path).exec('PRAGMA journal_mode = WAL; CREATE TABLE "notes" ("text" TEXT)');
  await expect(startWriter(path, 'file:///none.ts')).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
});

test('the write connection uses WAL with synchronous=FULL and foreign keys', async () => {
  const { db } = await newStore();
  const names = ['journal_mode', 'synchronous', 'foreign_keys'];
  expect(await db.transact(readSettings, { names })).toEqual(['wal', 2n, 1n]);
});
