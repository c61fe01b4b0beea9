import { renameSync, statSync, truncateSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, newStore, notes } from '../store.ts';
import { setLockWait } from '../testing.ts';

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

test('a file that VACUUM of another program made smaller is whole', async () => {
  const { db, path } = await newStore();
  const other = connect(path);
  other.exec('CREATE TABLE "large" AS SELECT randomblob(1000000) AS "bytes"');
  other.pragma('wal_checkpoint(TRUNCATE)');
  const before = statSync(path).size;
  other.exec('DROP TABLE "large"; VACUUM');
  other.pragma('wal_checkpoint(TRUNCATE)');
  expect(statSync(path).size).toBeLessThan(before);
  await db.check();
  expect(await notes.create(db, { id: 1n, text: 'Fern' })).toMatchObject({ id: 1n });
});

test('a store whose file was emptied is unready, and refuses writes', async () => {
  const { db, path } = await newStore();
  await db.check();
  truncateSync(path);
  const emptied = /emptied while the store was running; .* restore a backup/;
  await expect(db.check()).rejects.toThrow(emptied);
  await expect(notes.create(db, { id: 1n, text: 'Fern' })).rejects.toThrow(emptied);
});

test('a health check does not wait for writes that wait for the lock of another program', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(notes.create(db, { id: 1n, text: 'Fern' })).rejects.toMatchObject({ code: 'unavailable' });
  vi.mocked(process.uptime).mockRestore();
  const refused = vi.fn();
  const created = notes.create(db, { id: 2n, text: 'Fern' }).catch(refused);
  await new Promise(setImmediate);
  await expect(db.check()).rejects.toThrow(/^the store is busy with another program/);
  expect(refused).not.toHaveBeenCalled();
  other.exec('COMMIT');
  await created;
});
