import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '@plant-store/engine';
import { expect, onTestFinished, test } from 'vitest';
import { exposureOf } from '../../../../engine/src/files/private-file.ts';
import { backups, restore } from '../../../src/index.ts';
import { quietly } from '../../backups.ts';
import { newFolder, open } from '../../store.ts';

/** The modes of all files in a folder, as three digits. */
const modesIn = (folder: string) =>
  readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);

/** A folder of another user, open to all users, with a umask that removes no permission. */
function openFolder(): string {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const folder = join(newFolder(), 'shared');
  mkdirSync(folder, { mode: 0o777 });
  return folder;
}

const ofStore = ['plants.db 600', 'plants.db-shm 600', 'plants.db-wal 600'];

test('a new store is readable for its owner alone, even in a shared folder', async () => {
  const folder = openFolder();
  const db = await open(join(folder, 'plants.db'));
  expect(modesIn(folder)).toEqual(ofStore);
  expect(db.exposure).toBeUndefined();
});

test('a store behind a link and its log are readable for the owner alone', async () => {
  const folder = openFolder();
  const link = join(newFolder(), 'plants.db');
  symlinkSync(join(folder, 'plants.db'), link);
  await open(link);
  expect(modesIn(folder)).toEqual(ofStore);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
  await open(link);
  expect(modesIn(folder)).toEqual(ofStore);
});

test('opening a store removes the permissions of others from it and its log', async () => {
  const folder = openFolder();
  const path = join(folder, 'plants.db');
  await open(path);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
  const db = await open(path);
  expect(modesIn(folder)).toEqual(ofStore);
  expect(db.exposure).toBeUndefined();
});

test('backups, restored stores and kept stores are readable for the owner alone', async () => {
  const folder = openFolder();
  const path = join(folder, 'plants.db');
  await (await open(path)).close();
  chmodSync(path, 0o644);
  const to = openFolder();
  const { record } = await backups.create(`file:${path}`, { folder: to, onProgress: quietly });
  expect(modesIn(to)).toEqual([`${record.name}.db 600`, `${record.name}.json 600`]);
  expect(modesIn(folder)).toEqual(['plants.db 600']);
  chmodSync(path, 0o644);
  const { movedTo = '' } = await restore(`file:${path}`, to, record.name, quietly);
  expect(modesIn(folder)).toEqual(['plants.db 600', `${movedTo.slice(folder.length + 1)} 600`]);
});

// The system refuses to change the mode of this file, even for root.
test.skipIf(process.platform !== 'linux')(
  'a permission that cannot be removed is reported with a remedy',
  () => {
    makePrivate('/proc/self/status');
    expect(exposureOf('/proc/self/status')).toMatch(
      /^other users can read or write \/proc\/self\/status, .* run "chmod go=" on it/,
    );
  },
);
