import { chmodSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '@plant-store/engine';
import { expect, test } from 'vitest';
import { exposureOf } from '../../../src/files/private-file.ts';
import { newFolder, openFile } from '../../store.ts';
import { modesIn, openFolder } from './database-file.ts';

const ofStore = ['plants.db 600', 'plants.db-shm 600', 'plants.db-wal 600'];

test('a new store is readable for its owner alone, even in a shared folder', async () => {
  const folder = openFolder();
  const { db } = await openFile(join(folder, 'plants.db'));
  expect(modesIn(folder)).toEqual(ofStore);
  expect(db.warning).toBeUndefined();
});

test('a store behind a link and its log are readable for the owner alone', async () => {
  const folder = openFolder();
  const link = join(newFolder(), 'plants.db');
  symlinkSync(join(folder, 'plants.db'), link);
  await openFile(link);
  expect(modesIn(folder)).toEqual(ofStore);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
  await openFile(link);
  expect(modesIn(folder)).toEqual(ofStore);
});

test('opening a store removes the permissions of others from it and its log', async () => {
  const folder = openFolder();
  const path = join(folder, 'plants.db');
  await openFile(path);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
  const { db } = await openFile(path);
  expect(modesIn(folder)).toEqual(ofStore);
  expect(db.warning).toBeUndefined();
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
