import { fullPlant } from '@plant-store/schema/testing/full-plant';
import { expect, test } from 'vitest';
import { plants } from '../../src/index.ts';
import { promote } from '../../src/promotion.ts';
import { plantsIn, quietly } from '../backups.ts';
import { newFolder, open } from '../store.ts';
import { newDatabase } from '../testing.ts';

test('a promotion copies every field of a plant', async () => {
  const path = `${newFolder()}/plants.db`;
  const db = await open(path);
  await plants.create(db, fullPlant(7n));
  await db.close();
  const url = await newDatabase();
  await promote(path, url, { onProgress: quietly, signal: new AbortController().signal });
  expect(await plantsIn(url)).toEqual([fullPlant(7n)]);
});
