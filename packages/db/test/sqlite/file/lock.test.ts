import { expect, test, vi } from 'vitest';
import { plants, tokens } from '../../../src/index.ts';
import { connect, newStore } from '../../store.ts';
import { anHour, waitForLock } from '../../testing.ts';

/** Acquires SQLite's write lock like another program, until `release`. */
function takeLock(path: string) {
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  return { release: () => void other.exec('COMMIT') };
}

test("creates wait for another program's lock, and reads do not wait", async () => {
  const { db, path } = await newStore();
  await plants.create(db, { id: 0n, name: 'Fern' });
  waitForLock(anHour);
  const lock = takeLock(path);
  const creates = Array.from({ length: 200 }, (_, i) =>
    plants.create(db, { id: BigInt(i + 1), name: 'Fern' }),
  );
  for (let reads = 0; reads < 100; reads++) {
    await plants.get(db, 0n);
    await new Promise(setImmediate);
  }
  expect(await plants.get(db, 1n)).toBeUndefined();
  expect(db.monitor.queued()).toBe(200);
  lock.release();
  await Promise.all(creates);
  expect((await plants.list(db, { limit: 250 })).plants).toHaveLength(201);
});

test('503 for a write after a long lock; nothing is stored, and the store works again afterwards', async () => {
  const { db, path } = await newStore();
  waitForLock(0.2);
  const lock = takeLock(path);
  const creates = Array.from({ length: 20 }, (_, i) =>
    plants.create(db, { id: BigInt(i + 1), name: 'Fern' }),
  );
  const token = tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  for (const outcome of await Promise.allSettled([...creates, token]))
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'StoreError', code: 'unavailable', headers: { 'Retry-After': '5' } },
    });
  lock.release();
  expect((await plants.list(db, { limit: 50 })).plants).toEqual([]);
  expect(await tokens.list(db)).toEqual([]);
  expect(await plants.create(db, { id: 1n, name: 'Fern' })).toEqual({ id: 1n, name: 'Fern' });
});

test('a change of the clock does not change the waiting time of a create', async () => {
  const { db, path } = await newStore();
  const lock = takeLock(path);
  const create = plants.create(db, { id: 1n, name: 'Fern' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-01') });
  setTimeout(lock.release, 200);
  await expect(create.finally(() => vi.useRealTimers())).resolves.toEqual({ id: 1n, name: 'Fern' });
});

test('a failed write does not delay the next writes', async () => {
  const { db } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  const outcomes = await Promise.allSettled(
    [1n, 1n, 2n].map((id) => plants.create(db, { id, name: 'Cactus' })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
