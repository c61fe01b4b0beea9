import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { putSeal } from '../../../src/sqlite/file/seal.ts';
import { reserveSqliteFile } from '../../../src/sqlite/server-lock.ts';
import { connect, filesOf, newFolder, newStore, notes } from '../../store.ts';
import { setLockWait } from '../../testing.ts';
import { addLabels, addMany, changeNote } from '../../units-of-work.ts';

const fern = { id: -1n, text: 'Fern' };
const count = 'SELECT count(*) AS n FROM "notes"';

test('writes wait for long work and are then stored; reads do not wait', async () => {
  const { db, rows } = await newStore();
  const begun = vi.fn();
  const goOnFile = join(newFolder(), 'go-on');
  const done = db.transact(addMany, { count: 2, goOnFile }, { long: true, onProgress: begun });
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  const stored = vi.fn();
  const created = notes.create(db, fern).finally(stored);
  expect(await notes.get(db, 1n)).toBeUndefined();
  await db.check();
  expect(stored).not.toHaveBeenCalled();
  writeFileSync(goOnFile, '');
  expect(await done).toEqual({ engine: 'sqlite', total: 2n });
  expect(await created).toEqual(fern);
  expect(await rows(count)).toEqual([{ n: 3n }]);
});

test('concurrent long work runs one after the other', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled([
    db.transact(addMany, { count: 30, restMs: 5 }, { long: true }),
    db.transact(addMany, { count: 30, failsAt: 20 }, { long: true }),
    db.transact(addMany, { count: 40 }, { long: true }),
  ]);
  // Two callers add the same notes: the second one sees those of the first, and is refused.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([30n, 40n]).toContain((await rows(count))[0]?.n);
});

test('long work waits longer for the lock of another program than other writes do', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const done = db.transact(addMany, { count: 1 }, { long: true });
  const busy = {
    code: 'unavailable',
    message: expect.stringMatching(/^the store is busy with another program .*; nothing was stored/),
  };
  await expect(notes.create(db, fern)).rejects.toMatchObject(busy);
  await expect(db.check()).rejects.toMatchObject(busy);
  other.exec('COMMIT');
  expect(await done).toMatchObject({ total: 1n });
});

test('long work that waits for another program can be cancelled', async () => {
  const { db, path, rows } = await newStore();
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const controller = new AbortController();
  const done = db.transact(addMany, { count: 1 }, { long: true, signal: controller.signal });
  controller.abort(new Error('left'));
  await expect(done).rejects.toThrow('left');
  other.exec('COMMIT');
  expect(await rows(count)).toEqual([{ n: 0n }]);
});

test('long work without progress reports can be cancelled', async () => {
  const { db, path, rows } = await newStore();
  const controller = new AbortController();
  const ids = Array.from({ length: 50_000 }, (_, index) => BigInt(index + 1));
  const done = db.transact(addLabels, { ids }, { long: true, signal: controller.signal });
  const other = connect(path);
  other.pragma('busy_timeout = 0');
  await vi.waitFor(() => expect(() => other.exec('BEGIN IMMEDIATE; ROLLBACK')).toThrow('locked'));
  controller.abort(new Error('left'));
  await expect(done).rejects.toThrow('left');
  expect(await rows('SELECT count(*) AS n FROM "labels" WHERE "id" > 0')).toEqual([{ n: 0n }]);
});

test('a health check does not wait for long work after a fault', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(notes.create(db, fern)).rejects.toMatchObject({ code: 'unavailable' });
  other.exec('COMMIT');
  const controller = new AbortController();
  const begun = vi.fn();
  const done = db.transact(
    addMany,
    { count: 100_000, restMs: 10 },
    { long: true, onProgress: begun, signal: controller.signal },
  );
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  await db.check();
  controller.abort(new Error('left'));
  await expect(done).rejects.toThrow('left');
});

test('the server removes the staging file of a killed import', async () => {
  const { path } = await newStore();
  const staging = [`${path}-staged-1`, `${path}-staged-1-journal`];
  for (const file of staging) writeFileSync(file, 'x');
  onTestFinished((await reserveSqliteFile(path, filesOf(''))).release);
  expect(staging.filter(existsSync)).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

test('the log is moved into the database after long work, and its file is shortened', async () => {
  const { db, path } = await newStore();
  // The log stays as long as another connection reads what was there before.
  const reader = connect(path);
  reader.exec('BEGIN; SELECT * FROM "notes"');
  await db.transact(addMany, { count: 150_000, text: 'Fern '.repeat(12) }, { long: true });
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(9_000_000);
  reader.exec('COMMIT');
  await vi.waitFor(async () => {
    await db.transact(changeNote, { id: 1n, text: `Fern ${Math.random()}` });
    expect(statSync(`${path}-wal`).size).toBeLessThan(9_000_000);
  });
  expect(statSync(path).size).toBeGreaterThan(2_000_000);
});

test('a store with an interrupted promotion refuses long work like any write', async () => {
  const { db, path } = await newStore();
  putSeal(connect(path), { state: 'moving', to: 'db.example.com/notes' });
  await expect(db.transact(addMany, { count: 1 }, { long: true })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^nothing was stored: the promotion to .* was interrupted/),
    headers: { 'Retry-After': '60' },
  });
});

test('long work does not write to a removed file, and fails if the file is removed meanwhile', async () => {
  const { db, path } = await newStore();
  const goOnFile = join(newFolder(), 'go-on');
  const onProgress = () => {
    if (existsSync(goOnFile)) return;
    renameSync(path, `${path}.away`);
    writeFileSync(goOnFile, '');
  };
  const outcome = db.transact(addMany, { count: 3, goOnFile }, { long: true, onProgress });
  await expect(outcome).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/was moved or deleted .*; it may or may not have been stored/),
  });
  await expect(db.transact(addMany, { count: 1 }, { long: true })).rejects.toMatchObject({
    message: expect.stringMatching(/was moved or deleted .*; nothing was stored/),
  });
  renameSync(`${path}.away`, path);
});
