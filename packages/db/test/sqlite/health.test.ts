import { renameSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newStore } from '../store.ts';

test('a fault is found immediately, and checked again after 500 ms', async () => {
  const { db, path } = await newStore();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await db.check();
  renameSync(path, `${path}.away`);
  await expect(db.check()).rejects.toThrow(/put it back/);
  renameSync(`${path}.away`, path);
  vi.advanceTimersByTime(499);
  await expect(db.check()).rejects.toThrow(/put it back/);
  vi.advanceTimersByTime(1);
  await db.check();
});
