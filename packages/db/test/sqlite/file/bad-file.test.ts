import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { startErrorOf } from '@plant-store/engine';
import { prepareSqliteFile } from '@plant-store/engine/sqlite/file';
import { breakPage, fileHash, overwrite, pageBytes } from '@plant-store/engine/testing/database-file';
import { expect, test } from 'vitest';
import { connectForWrites } from '../../../../engine/src/sqlite/writer/write-connection.ts';
import { sqliteFiles } from '../../../src/core/models.ts';
import { openDatabase, plants } from '../../../src/index.ts';
import { connect, newFolder, newStore, open } from '../../store.ts';
import { expectRefusal } from './refusal.ts';

/** A store of a few hundred plants that was closed normally. */
async function closedStore(): Promise<string> {
  const { db, path } = await newStore();
  for (let id = 0n; id < 300n; id++) await plants.create(db, { id, name: 'Fern '.repeat(20) });
  await db.close();
  return path;
}

test('a missing data folder is made with its parents', async () => {
  const path = join(newFolder(), 'a/b/c/plants.db');
  const db = await open(path);
  expect(await plants.freeIds(db, 1n)).toEqual([[1n, 100n]]);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

test('a folder that cannot be made is reported immediately', async () => {
  // Node's own recursive mkdir never returns from here.
  await expectRefusal('/proc/plant-store/a/plants.db', /cannot read or write/);
});

test('an empty file becomes a store', async () => {
  const path = join(newFolder(), 'plants.db');
  writeFileSync(path, '');
  expect(await plants.freeIds(await open(path), 1n)).toEqual([[1n, 100n]]);
});

test('a database of another program is refused and does not change', async () => {
  const path = join(newFolder(), 'other.db');
  const other = connect(path);
  other.exec('CREATE TABLE customers (id INTEGER)');
  other.close();
  await expectRefusal(path, /is a database of another program \(it holds the table "customers"\)/);
});

test.each([
  ['text', 'This is not a database. '.repeat(1000)],
  ['a few bytes', 'SQL'],
])('a file of %s is refused and does not change', async (_what, content) => {
  const path = join(newFolder(), 'notes.txt');
  writeFileSync(path, content);
  await expectRefusal(path, /is damaged or is not an SQLite database/);
});

test('a store with a damaged header is refused and does not change', async () => {
  const path = await closedStore();
  overwrite(path, 0, Buffer.alloc(100, 0x5a));
  await expectRefusal(path, /is damaged/);
});

test('a store with a damaged page in its middle is refused and does not change', async () => {
  const path = await closedStore();
  breakPage(path, Math.floor(statSync(path).size / pageBytes / 2));
  await expectRefusal(path, /is damaged/);
});

test('a truncated store is refused and does not change', async () => {
  const path = await closedStore();
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
  await expectRefusal(path, /is damaged/);
});

test('a store without a table is refused with the name of the table, and does not change', async () => {
  const path = await closedStore();
  const connection = connect(path);
  connection.exec('DROP TABLE "plants"');
  connection.close();
  await expectRefusal(path, /\(SQLITE_ERROR: no such table: plants\); if another program has changed it, /);
});

test('a folder in place of the file is refused and does not change', async () => {
  const path = join(newFolder(), 'plants.db');
  mkdirSync(path);
  await expectRefusal(path, /cannot read or write/);
});

test('a file in place of the folder is refused', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'data'), 'not a folder');
  const message = await openDatabase(`file:${folder}/data/plants.db`).catch((cause) => cause.message);
  expect(message).toMatch(/^DATABASE_URL: cannot read or write [^\n]+\/data\/plants\.db \(\w+\); [^\n]+$/);
  expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('not a folder');
});

/**
 * Calls `work` without the right to write to `folder`, and to its files unless `mode` allows that. A file mode alone
 * does not stop root, so root becomes another user. That user may have no right to read this checkout: `work` must load
 * no code, and start no thread.
 */
function withoutRightsTo<Result>(folder: string, work: () => Result, mode = 0o555): Result {
  // Loads SQLite.
  connect(':memory:');
  chmodSync(folder, mode);
  const user = process.geteuid?.();
  if (user === 0) process.seteuid?.(65534);
  try {
    return work();
  } finally {
    if (user === 0) process.seteuid?.(0);
    chmodSync(folder, 0o755);
  }
}

test('a folder without write permission is refused, and nothing is made in it', async () => {
  const folder = newFolder();
  const prepare = (path: string) => withoutRightsTo(folder, () => prepareSqliteFile(path, sqliteFiles));
  await expectRefusal(join(folder, 'plants.db'), /cannot read or write/, prepare);
  await expectRefusal(join(folder, 'data/plants.db'), /cannot read or write/, prepare);
});

test('a store without write permission is refused and does not change', async () => {
  const path = await closedStore();
  chmodSync(path, 0o644);
  const prepare = () => withoutRightsTo(dirname(path), () => prepareSqliteFile(path, sqliteFiles));
  await expectRefusal(path, /cannot read or write/, prepare);
});

test.runIf(process.getuid?.() === 0)('a store of another user in a shared folder is refused', async () => {
  const path = await closedStore();
  chmodSync(path, 0o644);
  const connecting = withoutRightsTo(dirname(path), async () => connectForWrites(path), 0o777);
  const { message } = startErrorOf(await connecting.catch((cause) => cause), path) as Error;
  expect(message).toMatch(
    /^DATABASE_URL: cannot read or write .* \(SQLITE_READONLY\); give this user access to it and its folder/,
  );
});

test('a read-only store is refused and does not change, even for root', async () => {
  const path = await closedStore();
  chmodSync(path, 0o444);
  await expectRefusal(path, /is read-only; make it writable/);
});

test('a log without its database, which contains the last writes, is kept', async () => {
  const { db, path } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  // The files are as after a kill and a copy without the log.
  const folder = newFolder();
  cpSync(`${path}-wal`, join(folder, 'plants.db-wal'));
  await expectRefusal(
    join(folder, 'plants.db'),
    /its log .*plants\.db-wal exists and contains the last writes/,
  );
  cpSync(path, join(folder, 'plants.db'));
  expect(await plants.get(await open(join(folder, 'plants.db')), 1n)).toEqual({ id: 1n, name: 'Fern' });
});

test('a log behind a link to a missing database is kept', async () => {
  const { db, path } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  const folder = newFolder();
  const log = join(folder, 'plants.db-wal');
  cpSync(`${path}-wal`, log);
  const before = fileHash(log);
  const link = join(newFolder(), 'plants.db');
  symlinkSync(join(folder, 'plants.db'), link);
  await expectRefusal(link, /its log .*plants\.db-wal exists and contains the last writes/);
  expect(fileHash(log)).toBe(before);
});

/** Makes SQLite fail on the search, as during a migration by another process. */
const breakSearch = `
  CREATE TABLE "hidden" AS SELECT * FROM "plant_words_config";
  DELETE FROM "plant_words_config"`;
const mendSearch = `
  INSERT INTO "plant_words_config" SELECT * FROM "hidden";
  DROP TABLE "hidden"`;

test('a file that SQLite reports as damaged during a write of another process is checked again', async () => {
  const path = await closedStore();
  const other = connect(path);
  other.unsafeMode().exec(breakSearch);
  other.exec('BEGIN IMMEDIATE');
  // This returns after the first check.
  const prepared = prepareSqliteFile(path, sqliteFiles);
  other.exec(mendSearch);
  other.exec('COMMIT');
  other.close();
  await prepared;
  expect(await plants.count(await open(path))).toBe(300);
});

test('a file that seems damaged twice is refused with a reference to its backups', async () => {
  const path = await closedStore();
  const other = connect(path);
  other.unsafeMode().exec(breakSearch);
  other.close();
  await expectRefusal(path, /run .rebuild.\); .*"npm run backup -- list"/);
});
