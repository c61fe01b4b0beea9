import { fullPlant } from '@plant-store/schema/testing/full-plant';
import { expect, test } from 'vitest';
import { auditLog, events, plants } from '../../src/index.ts';
import { promote } from '../../src/promotion.ts';
import { plantsIn, quietly } from '../backups.ts';
import { newFolder, open } from '../store.ts';
import { newDatabase } from '../testing.ts';

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
