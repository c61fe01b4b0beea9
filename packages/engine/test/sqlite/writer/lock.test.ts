import { expect, test, vi } from 'vitest';
import { connect, newStore, notes } from '../../store.ts';
import { anHour, setLockWait } from '../../testing.ts';
import { addLabels } from '../../units-of-work.ts';

/** Acquires SQLite's write lock like another program, until `release`. */
function takeLock(path: string) {
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  return { release: () => void other.exec('COMMIT') };
}

test("creates wait for another program's lock, and reads do not wait", async () => {
  const { db, path } = await newStore();
  await notes.create(db, { id: 0n, text: 'Fern' });
  setLockWait(anHour);
  const lock = takeLock(path);
  const creates = Array.from({ length: 200 }, (_, i) =>
    notes.create(db, { id: BigInt(i + 1), text: 'Fern' }),
  );
  for (let reads = 0; reads < 100; reads++) {
    await notes.get(db, 0n);
    await new Promise(setImmediate);
  }
  expect(await notes.get(db, 1n)).toBeUndefined();
  expect(db.monitor.queued()).toBe(200);
  lock.release();
  await Promise.all(creates);
  expect(await notes.list(db)).toHaveLength(201);
});

test('503 for a write after a long lock; nothing is stored, and the store works again afterwards', async () => {
  const { db, path, rows } = await newStore();
  setLockWait(0.2);
  const lock = takeLock(path);
  const creates = Array.from({ length: 20 }, (_, i) => notes.create(db, { id: BigInt(i + 1), text: 'Fern' }));
  const labels = db.transact(addLabels, { ids: [1n] });
  for (const outcome of await Promise.allSettled([...creates, labels]))
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'StoreError', code: 'unavailable', headers: { 'Retry-After': '5' } },
    });
  lock.release();
  expect(await notes.list(db)).toEqual([]);
  expect(await rows('SELECT * FROM "labels"')).toEqual([]);
  expect(await notes.create(db, { id: 1n, text: 'Fern' })).toEqual({ id: 1n, text: 'Fern' });
});

test('a change of the clock does not change the waiting time of a create', async () => {
  const { db, path } = await newStore();
  const lock = takeLock(path);
  const create = notes.create(db, { id: 1n, text: 'Fern' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-01') });
  setTimeout(lock.release, 200);
  await expect(create.finally(() => vi.useRealTimers())).resolves.toEqual({ id: 1n, text: 'Fern' });
});

test('a failed write does not delay the next writes', async () => {
  const { db } = await newStore();
  await notes.create(db, { id: 1n, text: 'Fern' });
  const outcomes = await Promise.allSettled(
    [1n, 1n, 2n].map((id) => notes.create(db, { id, text: 'Cactus' })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
