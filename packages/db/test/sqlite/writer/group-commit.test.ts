import { expect, test } from 'vitest';
import { plants } from '../../../src/index.ts';
import { connect, newStore } from '../../store.ts';
import { anHour, waitForLock } from '../../testing.ts';

test('plants of concurrent requests are stored and listed in the order of arrival', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 100 }, (_, i) => BigInt((i * 37) % 100));
  await Promise.all(ids.map((id) => plants.create(db, { id, name: 'Fern' })));
  const { plants: listed } = await plants.list(db, { limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('simultaneous writes share one commit, and each has its own outcome', async () => {
  const { db } = await newStore();
  const commits: number[] = [];
  db.monitor.onCommit((writes) => commits.push(writes));
  const ids = [1n, 2n, 1n, 3n, 2n];
  const outcomes = await Promise.allSettled(
    ids.map((id, i) => plants.create(db, { id, name: `plant ${i}` })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect(commits).toEqual([5]);
});

test('a failed statement does not affect other writes of its commit', async () => {
  const { db, path } = await newStore();
  connect(path).exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON plants WHEN NEW.name = 'Weed' BEGIN SELECT RAISE(ABORT, 'no weeds'); END`,
  );
  const outcomes = await Promise.allSettled(
    ['Fern', 'Weed', 'Cactus'].map((name, i) => plants.create(db, { id: BigInt(i), name })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(connect(path).prepare('SELECT name FROM plants ORDER BY id').pluck().all()).toEqual([
    'Fern',
    'Cactus',
  ]);
});

test('a full queue refuses writes immediately while the store waits for a lock', async () => {
  const { db, path } = await newStore();
  waitForLock(anHour);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const waiting = Array.from({ length: 10_000 }, (_, i) =>
    plants.create(db, { id: BigInt(i), name: 'Fern' }),
  );
  await expect(plants.create(db, { id: -1n, name: 'Fern' })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  });
  expect(db.monitor.queued()).toBe(10_000);
  other.exec('COMMIT');
  await Promise.all(waiting);
  expect(db.monitor.queued()).toBe(0);
  expect(connect(path).prepare('SELECT count(*) FROM plants').pluck().get()).toBe(10_000n);
});

test('closing waits for pending writes', async () => {
  const { db, path } = await newStore();
  const created = plants.create(db, { id: 1n, name: 'Fern' });
  await db.close();
  expect(await created).toEqual({ id: 1n, name: 'Fern' });
  expect(connect(path).prepare('SELECT count(*) FROM plants').pluck().get()).toBe(1n);
});
