import { expect, test, vi } from 'vitest';
import { plants } from '../src/index.ts';
import { whenUnlocked } from '../src/retry.ts';
import { newStore } from './store.ts';

/** What Prisma makes of SQLITE_BUSY; that it does so is seen in lock.test.ts. */
const busy = () => Object.assign(new Error('busy'), { code: 'P1008' });

test('of the writes that wait for the lock only the first asks for it, and each is made in its turn', async () => {
  let isLocked = true;
  const asked: number[] = [];
  const writes = [1, 2, 3].map((write) =>
    whenUnlocked(async () => {
      asked.push(write);
      if (isLocked) throw busy();
      return write;
    }),
  );
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3));
  expect(new Set(asked)).toEqual(new Set([1]));
  isLocked = false;
  expect(await Promise.all(writes)).toEqual([1, 2, 3]);
  expect(asked.slice(-3)).toEqual([1, 2, 3]);
});

test('plants that are asked for at the same time are stored and listed in the order they came', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 100 }, (_, i) => BigInt((i * 37) % 100));
  await Promise.all(ids.map((id) => plants.create(db, { id, name: 'Fern' })));
  const { plants: listed } = await plants.list(db, { limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
});
