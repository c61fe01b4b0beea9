import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { plants } from '../../src/index.ts';
import { newStore } from '../store.ts';

const extremes = [int64Min, int64Min + 1n, -1n, 0n, 1n, 9007199254740993n, int64Max - 1n, int64Max];

test('any int64 id is stored and returned exactly', async () => {
  const { db, rows } = await newStore();
  for (const id of extremes) await plants.create(db, { id, name: `plant ${id}` });

  const onDisk = await rows('SELECT id, name, tag FROM plants ORDER BY id');
  expect(onDisk).toEqual(extremes.map((id) => ({ id, name: `plant ${id}`, tag: null })));
  for (const id of extremes) expect(await plants.get(db, id)).toEqual({ id, name: `plant ${id}` });
  const { plants: listed } = await plants.list(db, { limit: 50 });
  expect(listed.map(({ id }) => id)).toEqual(extremes.toReversed());
});

test('name and tag are returned exactly as they were sent', async () => {
  const { db } = await newStore();
  const plant = { id: 1n, name: `’; DROP TABLE plants;-- ${'🌿'.repeat(170)}`, tag: 'ﬁ\u200d"\\%_' };
  expect(await plants.create(db, plant)).toEqual(plant);
  expect(await plants.get(db, 1n)).toEqual(plant);
});

test('a plant without a tag is returned without the key', async () => {
  const { db } = await newStore();
  expect(Object.keys(await plants.create(db, { id: 1n, name: 'Fern', tag: undefined }))).toEqual([
    'id',
    'name',
  ]);
  expect(Object.keys((await plants.get(db, 1n)) ?? {})).toEqual(['id', 'name']);
});

test('reading a missing plant gives undefined', async () => {
  const { db } = await newStore();
  expect(await plants.get(db, 1n)).toBeUndefined();
});

test('idTaken names the existing plant and leaves it unchanged', async () => {
  const { db } = await newStore();
  await plants.create(db, { id: 7n, name: 'Fern', tag: 'shade' });
  await expect(plants.create(db, { id: 7n, name: 'Cactus' })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'idTaken',
    message: 'id 7 is already taken by "Fern"; give another id',
    problems: [{ pointer: '/id', message: 'is already taken by "Fern"' }],
  });
  expect(await plants.get(db, 7n)).toEqual({ id: 7n, name: 'Fern', tag: 'shade' });
  expect((await plants.list(db, { limit: 50 })).plants).toHaveLength(1);
});

test('one of many concurrent creates with one id succeeds, and the other errors name its plant', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => plants.create(db, { id: 7n, name: `plant ${i}` })),
  );
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(made).toHaveLength(1);
  expect(await rows('SELECT id, name FROM plants')).toEqual(made);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'idTaken', message: expect.stringContaining(`"${made[0]?.name}"`) });
});

test('a created plant is visible to other readers before the call returns', async () => {
  const { db, rows } = await newStore();
  for (let id = 1n; id <= 20n; id++) {
    await plants.create(db, { id, name: 'Fern' });
    expect(await rows('SELECT count(*) AS n FROM plants')).toEqual([{ n: id }]);
  }
});
