import {
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
import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { restore, StartError } from '../../src/index.ts';
import { holdAlone } from '../../src/sqlite/hold.ts';
import { backupWithoutLog, extremes, plantsIn, quietly, tokensIn, toldIn } from '../backups.ts';
import { kill9, startProcess } from '../other-process.ts';
import { newFolder, open } from '../store.ts';
import { rowsOf } from '../testing.ts';
import { storeToBackUp } from './backups.ts';
import { overwrite } from './database-file.ts';

/** A backup of the store with the extremes, and where another store may be. */
async function backupAndPlace() {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const path = join(newFolder(), 'plants.db');
  return { folder, record, path, perform: () => restore(`file:${path}`, folder, record.name, quietly) };
}

const filesBeside = (path: string) => readdirSync(dirname(path)).sort();

test('an idle store that another process has open is live: refused, and that process goes on', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '2');
  await holder.told;
  const files = filesBeside(path);
  await expect(perform()).rejects.toThrow(StartError);
  await expect(perform()).rejects.toThrow(/is in use: stop what runs on it .* Nothing was changed\.$/);
  expect(filesBeside(path)).toEqual(files);
  await kill9(holder);
  expect((await plantsIn(path)).map(({ name }) => name)).toEqual(['Held 1', 'Held 2']);
});

test('a store whose file was damaged under a process that has it open is live as well', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '2');
  await holder.told;
  overwrite(path, 0, Buffer.alloc(200, 0x5a));
  await expect(perform()).rejects.toThrow(/is in use/);
  expect(existsSync(`${path}-wal`)).toBe(true);
});

test('what kill -9 left is not live: the log is written into the store, which is kept under another name, whole', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '3');
  await holder.told;
  await kill9(holder);
  expect(existsSync(`${path}-wal`)).toBe(true);
  const { movedTo = '' } = await perform();
  expect(filesBeside(path)).toEqual(['plants.db', movedTo.slice(dirname(path).length + 1)]);
  expect(await plantsIn(path)).toEqual(extremes);
  expect((await plantsIn(movedTo)).map(({ name }) => name)).toEqual(['Held 1', 'Held 2', 'Held 3']);
});

test('where there is no store yet, the backup becomes one, for its owner alone', async () => {
  const { folder, record } = await backupAndPlace();
  const path = join(newFolder(), 'a/b/plants.db');
  expect(await restore(`file:${path}`, folder, record.name, quietly)).toEqual({ record, place: path });
  expect(filesBeside(path)).toEqual(['plants.db']);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(await plantsIn(path)).toEqual(extremes);
});

test('the log goes on from that of the backup, with an entry that says from when that is', async () => {
  const { record, path, perform } = await backupAndPlace();
  for (let times = 1; times <= 2; times++) {
    await perform();
    expect(await toldIn(path)).toEqual([
      ...extremes.map(({ id }) => `plants.create ${id}`),
      `store.restore ${record.takenAt}`,
    ]);
  }
});

test('a backup from before there was a log is restored, and tells of it', async () => {
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
    'its place is taken',
    `INSERT INTO audit_entries (number, at, action, hash) VALUES (${extremes.length + 1}, 1, 'x', 'x')`,
    /^Something else than the store has added to the audit log of the backup, which cannot go on; .* Nothing was changed\.$/,
  ],
  [
    'there is no table for it',
    'DROP TABLE audit_entries',
    /^The backup that was taken at .* cannot be brought up to date \(no such table: audit_entries\); .* Nothing was changed\.$/,
  ],
])(
  'where the entry cannot be written, as %s, nothing is put in place, and what is there is as it was',
  async (_title, sql, line) => {
    const { path: source, folder, take } = await storeToBackUp();
    await rowsOf(`file:${source}`, sql);
    const { record } = await take();
    const path = join(newFolder(), 'plants.db');
    writeFileSync(path, '');
    await expect(restore(`file:${path}`, folder, record.name, quietly)).rejects.toThrow(line);
    expect([filesBeside(path), statSync(path).size]).toEqual([['plants.db'], 0]);
  },
);

test('a log that was left without its database does not come into the restored one, and is kept', async () => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '3');
  await holder.told;
  await kill9(holder);
  rmSync(path);
  const { movedTo } = await perform();
  expect(existsSync(`${movedTo}-wal`)).toBe(true);
  expect(await plantsIn(path)).toEqual(extremes);
});

test.each([
  ['no database at all', (path: string) => writeFileSync(path, 'This is no database. '.repeat(500))],
  ['cut short', (path: string) => truncateSync(path, 5_000)],
  ['empty', (path: string) => truncateSync(path, 0)],
])('a store that is %s is kept as it is, and the backup takes its place', async (_what, damage) => {
  const { path, perform } = await backupAndPlace();
  const holder = startProcess('holds', path, '0');
  await holder.told;
  holder.child.kill('SIGKILL');
  await holder.ended;
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  damage(path);
  const before = readFileSync(path);
  const { movedTo = '' } = await perform();
  expect(readFileSync(movedTo).equals(before)).toBe(true);
  expect(await plantsIn(path)).toEqual(extremes);
});

test('a damaged backup is not restored, and the store is as it was', async () => {
  const { folder, record, path, perform } = await backupAndPlace();
  await perform();
  const whole = readFileSync(path);
  const file = join(folder, record.file);
  truncateSync(file, statSync(file).size - 1);
  await expect(perform()).rejects.toThrow(/^The backup plants-[\d-]+ is damaged \(.*\) and was not restored/);
  expect(filesBeside(path)).toEqual(['plants.db']);
  expect(readFileSync(path).equals(whole)).toBe(true);
});

test('a name that no backup has is refused with the newest that there is', async () => {
  const { folder, record } = await backupAndPlace();
  const path = join(newFolder(), 'a/plants.db');
  await expect(restore(`file:${path}`, folder, 'plants', quietly)).rejects.toThrow(
    `the newest there is ${record.name}.`,
  );
  expect(existsSync(dirname(path))).toBe(false);
});

test('a start that waits for a restore goes on with the restored store, not with the one that was moved away', async () => {
  const path = join(newFolder(), 'plants.db');
  const holder = startProcess('holds', path, '2');
  await holder.told;
  await kill9(holder);
  const restored = join(newFolder(), 'plants.db');
  writeFileSync(restored, '');
  const held = holdAlone(path);
  const start = startProcess('lists', path);
  // It has the old file open, and waits for the lock on it.
  await vi.waitUntil(() => filesOpenIn(start.child.pid).includes(path), { timeout: 30_000, interval: 20 });
  renameSync(path, `${path}.before`);
  renameSync(restored, path);
  held.release();
  // The new one is empty: only who begins again with it gives it its tables.
  expect(await start.ended).toMatchObject({ code: 0, stdout: '\n', stderr: '' });
});

test('a start that a restore comes into, between its migrations and its connection, begins again', async () => {
  const { path } = await backupAndPlace();
  const holder = startProcess('holds', path, '2');
  await holder.told;
  await kill9(holder);
  const { close } = SqliteConnection.prototype;
  vi.spyOn(SqliteConnection.prototype, 'close').mockImplementationOnce(function (
    this: SqliteConnection.Database,
  ) {
    renameSync(path, `${path}.before`);
    writeFileSync(path, '');
    return close.call(this);
  });
  // The new one is empty: only who begins again with it gives it its tables.
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

test('through a link to a store on another disk, the store is restored there, and the link stays', async () => {
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
