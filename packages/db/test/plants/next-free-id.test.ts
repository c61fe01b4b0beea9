import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { plants } from '../../src/index.ts';
import { newStore } from '../store.ts';

test.each([
  { taken: [], free: 1n, when: 'the store is empty' },
  { taken: [1n, 2n, 41n], free: 42n, when: 'plants hold ids from 1 on' },
  { taken: [int64Min, -1n], free: 1n, when: 'only negative ids are taken' },
  { taken: [0n], free: 1n, when: 'only 0 is taken' },
  { taken: [9007199254740992n], free: 9007199254740993n, when: 'the highest is beyond what a double holds' },
  { taken: [int64Max - 1n], free: int64Max, when: 'only the last id is left above' },
  { taken: [int64Max], free: 1n, when: 'the last id is taken and 1 is free' },
  { taken: [1n, 2n, 3n, 5n, int64Max], free: 4n, when: 'the last id is taken and there is a gap' },
  { taken: [1n, 2n, int64Max - 1n, int64Max], free: 3n, when: 'the last two ids are taken' },
  { taken: [int64Min, 0n, 1n, int64Max], free: 2n, when: 'both ends are taken' },
])('the next free id is $free when $when', async ({ taken, free }) => {
  const { db } = await newStore();
  for (const id of taken) await plants.create(db, { id, name: 'Fern' });
  expect(await plants.nextFreeId(db)).toBe(free);
  await plants.create(db, { id: free, name: 'Cactus' });
});

test('the next free id is found even if all powers of two, the first candidates, are taken', async () => {
  const { db, rows } = await newStore();
  for (const id of [...Array.from({ length: 63 }, (_, power) => 2n ** BigInt(power)), int64Max])
    await rows(
      `INSERT INTO "plants" ("id", "name", "folded", "added_at") VALUES (${id}, 'Fern', ' fern', 1)`,
    );
  const free = await plants.nextFreeId(db);
  await plants.create(db, { id: free, name: 'Cactus' });
  expect(free).toBeGreaterThan(0n);
});
