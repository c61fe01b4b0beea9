import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileHash } from '@plant-store/engine/testing/database-file';
import { expect, test } from 'vitest';
import { backups, plants, restore } from '../../../src/index.ts';
import { quietly } from '../../backups.ts';
import { newFolder, newStore, open } from '../../store.ts';
import { expectRefusal } from './refusal.ts';

/** Such as from `: > plants.db` or `echo > plants.db`. */
const emptyTexts = ['', '\n'];

test.each([
  ['a log', (folder: string) => writeFileSync(join(folder, 'plants.db-wal'), '')],
  ['a first token', (folder: string) => writeFileSync(join(folder, 'first-token'), 'plt_x')],
  ['backups', (folder: string) => mkdirSync(join(folder, 'backups'))],
])(
  'an empty file with %s beside it is refused with the ways out, and is not backed up',
  async (_what, add) => {
    const path = join(newFolder(), 'plants.db');
    add(dirname(path));
    const message =
      /is empty, but .*(plants\.db-wal|first-token|backups) beside it is of a store\. Restore a backup .*for a new store, move them/;
    for (const text of emptyTexts) {
      writeFileSync(path, text);
      await expectRefusal(path, message);
    }
    const to = join(newFolder(), 'elsewhere');
    await expect(backups.create(`file:${path}`, { folder: to, onProgress: quietly })).rejects.toThrow(
      message,
    );
    expect(existsSync(to)).toBe(false);
  },
);

test('a log with the last writes beside an empty file is kept by each command', async () => {
  const { db, path: source } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  const path = join(newFolder(), 'plants.db');
  cpSync(`${source}-wal`, `${path}-wal`);
  const message = /is empty, but its log .*plants\.db-wal exists and contains the last writes/;
  for (const text of emptyTexts) {
    writeFileSync(path, text);
    await expectRefusal(path, message);
  }
  const folder = join(newFolder(), 'backups');
  await backups.create(`file:${source}`, { folder, onProgress: quietly });
  const [{ name } = { name: '' }] = await backups.list(folder, quietly);
  const before = fileHash(`${path}-wal`);
  await expect(restore(`file:${path}`, folder, name, quietly)).rejects.toThrow(message);
  await expect(backups.create(`file:${path}`, { folder, onProgress: quietly })).rejects.toThrow(message);
  expect(fileHash(`${path}-wal`)).toBe(before);
});

test('a store with a second name is refused by each command, and works once that is removed', async () => {
  const { db, path } = await newStore();
  await db.close();
  const link = join(newFolder(), 'plants.db');
  linkSync(path, link);
  const message =
    /has several names \(hard links\), and SQLite keeps the last writes beside one of them only/;
  for (const name of [path, link]) await expectRefusal(name, message);
  const folder = join(newFolder(), 'backups');
  await expect(backups.create(`file:${link}`, { folder, onProgress: quietly })).rejects.toThrow(message);
  rmSync(link);
  expect(await plants.count(await open(path))).toBe(0);
});

test.each(['plants.db.before-restore-20260102-030405-006', '.unfinished-plants.db'])(
  'a store with the second name %s of a killed restore starts',
  async (name) => {
    const { db, path } = await newStore();
    await db.close();
    linkSync(path, join(dirname(path), name));
    expect(await plants.count(await open(path))).toBe(0);
  },
);

test('a link that leads nowhere is refused if a first token beside it says that there was a store', async () => {
  const path = join(newFolder(), 'plants.db');
  // The disk behind the link is not mounted.
  symlinkSync(join(newFolder(), 'plants.db'), path);
  writeFileSync(join(dirname(path), 'first-token'), 'plt_x');
  await expectRefusal(
    path,
    /leads to .*plants\.db, which is missing, but .*first-token beside it is of a store/,
  );
});

/** The files of a killed store, whose last writes are only in its log. */
async function killedStore() {
  const { db, path: source } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  const path = join(newFolder(), 'plants.db');
  for (const suffix of ['', '-wal', '-shm']) cpSync(source + suffix, path + suffix);
  return path;
}

test('a killed store whose log is missing is refused and not backed up; without its index it starts', async () => {
  const path = await killedStore();
  rmSync(`${path}-wal`);
  const message =
    /the log .*plants\.db-wal is missing, and contained the last writes .*move .*plants\.db-shm away/;
  await expectRefusal(path, message);
  const folder = join(newFolder(), 'backups');
  await expect(backups.create(`file:${path}`, { folder, onProgress: quietly })).rejects.toThrow(message);
  rmSync(`${path}-shm`);
  expect(await plants.count(await open(path))).toBe(0);
});

test('a killed store whose log is cut short is refused', async () => {
  const path = await killedStore();
  truncateSync(`${path}-wal`, 5_000);
  await expectRefusal(path, /the log .*plants\.db-wal is cut short, and contained the last writes/);
});

test('a store with an index that is older than its log starts, as after a power cut', async () => {
  const path = await killedStore();
  // A checkpoint has emptied the log, and the index on the disk does not know that.
  truncateSync(`${path}-wal`, 0);
  expect(await plants.count(await open(path))).toBe(0);
});

test('a killed store with its log and its index has every plant', async () => {
  expect(await plants.count(await open(await killedStore()))).toBe(1);
});

test('a file that lacks a part of its last page is refused and not backed up', async () => {
  const { db, path } = await newStore();
  await db.close();
  truncateSync(path, statSync(path).size - 100);
  await expectRefusal(path, /is damaged/);
  const folder = join(newFolder(), 'backups');
  await expect(backups.create(`file:${path}`, { folder, onProgress: quietly })).rejects.toThrow(/is damaged/);
});
