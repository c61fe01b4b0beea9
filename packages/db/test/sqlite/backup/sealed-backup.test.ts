import { join } from 'node:path';
import { putSeal, type Seal, sealOf } from '@plant-store/engine/sqlite/file';
import { expect, test } from 'vitest';
import { backups, plants, restore, webhooks } from '../../../src/index.ts';
import { extremes, plantsIn, quietly } from '../../backups.ts';
import { connect, newFolder, newStore, open } from '../../store.ts';
import { rowsOf } from '../../testing.ts';
import { storeToBackUp } from './backups.ts';

const moving: Seal = { state: 'moving', to: 'db.example.com:5432/plants' };
const moved: Seal = { state: 'moved', to: 'db.example.com:5432/plants' };

function seal(path: string, seal: Seal) {
  const connection = connect(path);
  connection.transaction(() => putSeal(connection, seal)).immediate();
  connection.close();
}

async function expectWritable(path: string) {
  expect(await plantsIn(path)).toEqual(extremes);
  const db = await open(path);
  expect(db.readOnlyReason).toBeUndefined();
  expect(await plants.create(db, { id: 1n, name: 'Fern' })).toEqual({ id: 1n, name: 'Fern' });
}

test('a backup from a running promotion is restored as a writable store, and its seal is reported', async () => {
  const { db, path, folder, take } = await storeToBackUp();
  await webhooks.create(db, { url: 'https://shop.example/', secret: 'whsec_AAAA' });
  seal(path, moving);
  const { record } = await take();
  const elsewhere = join(newFolder(), 'plants.db');
  const restored = await restore(`file:${elsewhere}`, folder, record.name, quietly);
  expect(restored).toEqual({ record, place: elsewhere, seal: moving });
  expect(await rowsOf(`file:${elsewhere}`, 'SELECT reason FROM webhooks WHERE off_at IS NOT NULL')).toEqual([
    { reason: 'the store was restored from a backup' },
  ]);
  await expectWritable(elsewhere);
  // No byte of the backup has changed.
  expect(await backups.list(folder, quietly)).toMatchObject([{ verdict: 'proven' }]);
});

test('a restored backup from before a promotion is writable, and the promoted store stays sealed', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const { db, path } = await newStore();
  await db.close();
  seal(path, moved);
  const { movedTo = '', seal: told } = await restore(`file:${path}`, folder, record.name, quietly);
  expect(told).toEqual(moved);
  expect(sealOf(connect(movedTo))).toEqual(moved);
  await expectWritable(path);
});

test('a backup of a promoted store is refused with the name of its new database', async () => {
  const { path, folder, take } = await storeToBackUp();
  const { record } = await take();
  seal(path, moved);
  await expect(take(1)).rejects.toThrow(
    `The store at ${path} has moved to the database ${moved.to}, and this file lacks all changes made there since; ` +
      'set DATABASE_URL to that database to back it up. Nothing was done.',
  );
  expect((await backups.list(folder, quietly)).map(({ name }) => name)).toEqual([record.name]);
});
