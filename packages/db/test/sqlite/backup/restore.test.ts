import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { overwrite } from '@plant-store/engine/testing/database-file';
import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { lockExclusively } from '../../../../backup/src/sqlite/exclusive-lock.ts';
import { events, plants, restore, StartError } from '../../../src/index.ts';
import { backupWithoutLog, extremes, plantsIn, quietly, tokensIn, toldIn } from '../../backups.ts';
import { failCalls } from '../../failing-files.ts';
import { kill9, startProcess } from '../../other-process.ts';
import { newFolder, open } from '../../store.ts';
import { oncePerFile, rowsOf } from '../../testing.ts';
import { storeToBackUp } from './backups.ts';
import { killedStore } from './killed-store.ts';

const sharedBackup = oncePerFile(async (atEnd) => {
  const { folder, take } = await storeToBackUp(atEnd);
  return { folder, record: (await take()).record };
});
const sharedKilledStore = oncePerFile(killedStore);

/** A backup of the store with extreme values, and a path for another store. */
async function backupAndPlace() {
  const { folder: shared, record } = await sharedBackup();
  const folder = join(newFolder(), 'backups');
  cpSync(shared, folder, { recursive: true });
  const path = join(newFolder(), 'plants.db');
  return { folder, record, path, perform: () => restore(`file:${path}`, folder, record.name, quietly) };
}

/** Puts a store that was killed with three plants at `path`. */
const placeKilledStore = async (path: string) =>
  cpSync(await sharedKilledStore(), dirname(path), { recursive: true });

const filesBeside = (path: string) => readdirSync(dirname(path)).sort();

test('a restore over a store that is open in an idle process is refused', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '2');
  await holder.told;
  const files = filesBeside(path);
  await expect(perform()).rejects.toThrow(StartError);
  await expect(perform()).rejects.toThrow(
    /is in use: stop the programs that use it .* Nothing was changed\.$/,
  );
  expect(filesBeside(path)).toEqual(files);
  await kill9(holder);
  expect((await plantsIn(path)).map(({ name }) => name)).toEqual(['Held 1', 'Held 2']);
});

test('a restore over a damaged store that a process has open is refused', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '2');
  await holder.told;
  overwrite(path, 0, Buffer.alloc(200, 0x5a));
  await expect(perform()).rejects.toThrow(/is in use/);
  expect(existsSync(`${path}-wal`)).toBe(true);
});

test('a restore keeps the whole store of a killed server, with its log, under another name', async () => {
  const { path, perform } = await backupAndPlace();
  await placeKilledStore(path);
  expect(existsSync(`${path}-wal`)).toBe(true);
  const { movedTo = '' } = await perform();
  expect(filesBeside(path)).toEqual(['plants.db', movedTo.slice(dirname(path).length + 1)]);
  expect(await plantsIn(path)).toEqual(extremes);
  expect((await plantsIn(movedTo)).map(({ name }) => name)).toEqual(['Held 1', 'Held 2', 'Held 3']);
});

test('a restore without an existing store makes one, readable for its owner alone', async () => {
  const { folder, record } = await backupAndPlace();
  const path = join(newFolder(), 'a/b/plants.db');
  expect(await restore(`file:${path}`, folder, record.name, quietly)).toEqual({ record, place: path });
  expect(filesBeside(path)).toEqual(['plants.db']);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(await plantsIn(path)).toEqual(extremes);
});

test('after a restore the audit log continues with an entry with the time of the backup', async () => {
  const { record, path, perform } = await backupAndPlace();
  for (let times = 1; times <= 2; times++) {
    await perform();
    expect(await toldIn(path)).toEqual([
      ...extremes.map(({ id }) => `plants.create ${id}`),
      `store.restore ${record.takenAt}`,
    ]);
  }
});

test('a position from before the backup leads on after its restore, and a later one is gone', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  const before = await events.head(db);
  await plants.create(db, { id: 5n, name: 'Before' });
  const atBackup = await events.head(db);
  const { record } = await take();
  await plants.create(db, { id: 6n, name: 'Later' });
  const later = await events.head(db);
  await db.close();
  await restore(`file:${path}`, folder, record.name, quietly);
  const restored = await open(path);
  await plants.create(restored, { id: 7n, name: 'Another' });
  const idsAfter = async (after: string) =>
    (await events.read(restored, { after, limit: 9 })).events.map(({ id }) => id);
  expect(await idsAfter(before)).toEqual([5n, 7n]);
  expect(await idsAfter(atBackup)).toEqual([7n]);
  // The entry of the restore has the number of this position.
  await expect(idsAfter(later)).rejects.toMatchObject({ code: 'gone' });
});

test('a backup from before the audit log is restored and recorded', async () => {
  const { folder, record } = await backupWithoutLog(`file:${join(newFolder(), 'plants.db')}`);
  const path = join(newFolder(), 'plants.db');
  await restore(`file:${path}`, folder, record.name, quietly);
  const rows = await rowsOf(`file:${path}`, 'SELECT action, subject FROM audit_entries');
  expect(rows).toEqual([{ action: 'store.restore', subject: record.takenAt }]);
  expect(await toldIn(path)).toEqual([`store.restore ${record.takenAt}`]);
  expect(await plantsIn(path)).toEqual([{ id: 1n, name: 'Fern' }]);
  const createdAt = new Date('2026-01-02T03:04:05.006Z');
  expect(await tokensIn(path)).toMatchObject([{ name: 'till', createdAt }]);
});

test.each([
  [
    'its number is taken',
    `INSERT INTO audit_entries (number, at, action, hash) VALUES (${extremes.length + 1}, 1, 'x', 'x')`,
    /^Another program has written to the audit log of the backup, so it cannot continue; .* Nothing was changed\.$/,
  ],
  [
    'its table is missing',
    'DROP TABLE audit_entries',
    /^The backup that was taken at .* cannot be brought up to date \(no such table: audit_entries\); .* Nothing was changed\.$/,
  ],
])('a restore changes nothing if its audit entry cannot be written: %s', async (_title, sql, line) => {
  const { path: source, folder, take } = await storeToBackUp();
  await rowsOf(`file:${source}`, sql);
  const { record } = await take();
  const path = join(newFolder(), 'plants.db');
  writeFileSync(path, '');
  await expect(restore(`file:${path}`, folder, record.name, quietly)).rejects.toThrow(line);
  expect([filesBeside(path), statSync(path).size]).toEqual([['plants.db'], 0]);
});

test('a log without its database is kept, and is not used for the restored store', async () => {
  const { path, perform } = await backupAndPlace();
  await placeKilledStore(path);
  rmSync(path);
  const { movedTo } = await perform();
  expect(existsSync(`${movedTo}-wal`)).toBe(true);
  expect(await plantsIn(path)).toEqual(extremes);
});

test.each([
  ['no database at all', (path: string) => writeFileSync(path, 'This is no database. '.repeat(500))],
  ['cut short', (path: string) => truncateSync(path, 5_000)],
  ['empty', (path: string) => truncateSync(path, 0)],
])('a store that is %s is kept, and the backup replaces it', async (_what, damage) => {
  const { path, perform } = await backupAndPlace();
  await placeKilledStore(path);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  damage(path);
  const before = readFileSync(path);
  const { movedTo = '' } = await perform();
  expect(readFileSync(movedTo).equals(before)).toBe(true);
  expect(await plantsIn(path)).toEqual(extremes);
});

test('a restore that the disk does not confirm says that the backup is in place', async () => {
  const { path, perform } = await backupAndPlace();
  await perform();
  const former = statSync(path).ino;
  failCalls('fsyncSync', () => statSync(path).ino !== former);
  await expect(perform()).rejects.toThrow(
    /^The backup is in place at .*plants\.db, but its disk did not confirm that \(EIO\); check the disk, then restore again\. The former store is kept as .*before-restore-\S+\.$/,
  );
  expect(await plantsIn(path)).toEqual(extremes);
});

test('a damaged backup is not restored, and the store does not change', async () => {
  const { folder, record, path, perform } = await backupAndPlace();
  await perform();
  const whole = readFileSync(path);
  const file = join(folder, record.file);
  truncateSync(file, statSync(file).size - 1);
  await expect(perform()).rejects.toThrow(/^The backup plants-[\d-]+ is damaged \(.*\) and was not restored/);
  expect(filesBeside(path)).toEqual(['plants.db']);
  expect(readFileSync(path).equals(whole)).toBe(true);
});

test('an unknown name is refused with the name of the newest backup', async () => {
  const { folder, record } = await backupAndPlace();
  const path = join(newFolder(), 'a/plants.db');
  await expect(restore(`file:${path}`, folder, 'plants', quietly)).rejects.toThrow(
    `the newest one is ${record.name}.`,
  );
  expect(existsSync(dirname(path))).toBe(false);
});

test('a start that waits for a restore opens the restored store', async () => {
  const path = join(newFolder(), 'plants.db');
  await placeKilledStore(path);
  const restored = join(newFolder(), 'plants.db');
  writeFileSync(restored, '');
  const held = lockExclusively(path);
  const start = startProcess('lists', path);
  // The start has the old file open, and waits for its lock.
  await vi.waitUntil(() => filesOpenIn(start.child.pid).includes(path), { interval: 20 });
  renameSync(path, `${path}.before`);
  renameSync(restored, path);
  held.release();
  // The new file is empty; it gets its tables when the start opens it.
  expect(await start.ended).toMatchObject({ code: 0, stdout: '\n', stderr: '' });
});

test('a start begins again if a restore runs between its migrations and its connection', async () => {
  const { path } = await backupAndPlace();
  await placeKilledStore(path);
  const { close } = SqliteConnection.prototype;
  vi.spyOn(SqliteConnection.prototype, 'close').mockImplementationOnce(function (
    this: SqliteConnection.Database,
  ) {
    renameSync(path, `${path}.before`);
    writeFileSync(path, '');
    return close.call(this);
  });
  // The new file is empty; it gets its tables when the start opens it.
  expect(await plantsIn(path)).toEqual([]);
});

const filesOpenIn = (pid = 0) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return [];
    }
  });

test('a store behind a link is restored on the disk of its file, and the link stays', async () => {
  const { folder, record, path } = await backupAndPlace();
  await (await open(`file:${path}`)).close();
  const link = join(newFolder(), 'plants.db');
  symlinkSync(path, link);
  const { movedTo, place } = await restore(`file:${link}`, folder, record.name, quietly);
  expect(place).toBe(path);
  expect(readlinkSync(link)).toBe(path);
  expect(dirname(String(movedTo))).toBe(dirname(path));
  expect(filesBeside(link)).toEqual(['plants.db']);
  expect(await plantsIn(path)).toEqual(extremes);
});
