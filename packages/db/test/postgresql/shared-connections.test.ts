import { expect, onTestFinished, test } from 'vitest';
import { plants, tokens } from '../../src/index.ts';
import { newStore } from '../store.ts';
import { connectTo } from '../testing.ts';

test('many counts of one caller leave connections for tokens and writes of others', async () => {
  const { db, url } = await newStore();
  const other = await connectTo(url);
  onTestFinished(() => other.end());
  // Counts wait for this lock.
  await other.query('BEGIN; LOCK TABLE "plants" IN ACCESS EXCLUSIVE MODE');
  const counts = Promise.all(
    Array.from({ length: 60 }, () => plants.count(db, { words: [] }, { caller: 'till' })),
  );
  const { value } = await tokens.create(db, { name: 'desk', scopes: ['plants:read'] });
  expect(await tokens.find(db, value)).toMatchObject({ name: 'desk' });
  await other.query('COMMIT');
  expect(await counts).toEqual(Array.from({ length: 60 }, () => 0));
});
