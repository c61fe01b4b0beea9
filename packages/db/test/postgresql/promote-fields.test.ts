import { putSeal } from '@plant-store/engine/sqlite/file';
import { fullPlant } from '@plant-store/schema/testing/full-plant';
import { expect, test } from 'vitest';
import { auditLog, events, plants, webhooks } from '../../src/index.ts';
import { cancelPromotion, promote } from '../../src/promotion.ts';
import { plantsIn, quietly } from '../backups.ts';
import { connect, newFolder, open } from '../store.ts';
import { newDatabase, rowsOf } from '../testing.ts';

const promoteTo = (url: string, path: string) =>
  promote(path, url, { onProgress: quietly, signal: new AbortController().signal });

test('a promotion copies every field of a plant', async () => {
  const path = `${newFolder()}/plants.db`;
  const db = await open(path);
  await plants.create(db, fullPlant(7n));
  await db.close();
  const url = await newDatabase();
  await promoteTo(url, path);
  expect(await plantsIn(url)).toEqual([fullPlant(7n)]);
});

test('a position of the feed leads on after a promotion', async () => {
  const path = `${newFolder()}/plants.db`;
  const db = await open(path);
  const positions = [await events.head(db)];
  for (const id of [1n, 2n]) {
    await plants.create(db, { id, name: 'Fern' });
    positions.push(await events.head(db));
  }
  await db.close();
  const url = await newDatabase();
  await promoteTo(url, path);
  const promoted = await open(url);
  await plants.create(promoted, { id: 3n, name: 'Moss' });
  await auditLog.chainPending(promoted);
  const found = positions.map((after) => events.read(promoted, { after, limit: 9 }));
  expect((await Promise.all(found)).map(({ events }) => events.map(({ id }) => id))).toEqual([
    [1n, 2n, 3n],
    [2n, 3n],
    [3n],
  ]);
});

test('webhooks are off in a promoted store, also after a promotion that was killed, and on again where it is reversed', async () => {
  const path = `${newFolder()}/plants.db`;
  const db = await open(path);
  await webhooks.create(db, { url: 'https://shop.example/', secret: 'whsec_AAAA' });
  await db.close();
  const to = await newDatabase();
  const perform = () => promote(path, to, { onProgress: quietly, signal: new AbortController().signal });
  await perform();
  // As if it had been killed after its commit in PostgreSQL.
  const connection = connect(path);
  connection.transaction(() => putSeal(connection, { state: 'moving', to: 'elsewhere' })).immediate();
  connection.close();
  await perform();
  const reasons = () =>
    Promise.all([`file:${path}`, to].map((url) => rowsOf(url, 'SELECT reason FROM webhooks')));
  const off = [{ reason: 'the store moved to PostgreSQL' }];
  expect(await reasons()).toEqual([off, off]);
  expect(await rowsOf(to, 'SELECT id FROM webhooks WHERE off_at IS NULL')).toEqual([]);
  await cancelPromotion(path, { isGoingBack: true });
  expect(await reasons()).toEqual([[{ reason: null }], off]);
  expect(await rowsOf(`file:${path}`, 'SELECT id FROM webhooks WHERE off_at IS NULL')).toHaveLength(1);
});
