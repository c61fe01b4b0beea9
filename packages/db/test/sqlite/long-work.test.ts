import { renameSync, statSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { watchFiles } from '../../src/sqlite/file-watch.ts';
import { putSeal } from '../../src/sqlite/seal.ts';
import { createThreads } from '../../src/sqlite/threads.ts';
import { startWriter } from '../../src/sqlite-write/writer.ts';
import { addMany } from '../named-units.ts';
import { connect, newStore } from '../store.ts';

const fern = { id: -1n, name: 'Fern' };
const count = 'SELECT count(*) AS n FROM "plants"';

test('writes wait for long work, for longer than for another program, and are made then; reads do not', async () => {
  const { db, rows } = await newStore();
  const begun = vi.fn();
  const done = db.work(addMany, { count: 56, restMs: 100 }, { onProgress: begun });
  const ended = vi.fn();
  void done.then(ended);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), 30_000);
  const created = plants.create(db, fern);
  expect(await plants.get(db, 1n)).toBeUndefined();
  await db.check();
  expect(ended).not.toHaveBeenCalled();
  expect(await done).toEqual({ engine: 'sqlite', total: 56n });
  expect(await created).toEqual(fern);
  expect(await rows(count)).toEqual([{ n: 57n }]);
});

test('a thread that ends at its work leaves nothing, and neither the next one nor a write waits for it', async () => {
  const { db, rows } = await newStore();
  await expect(db.work(addMany, { count: 3, endsAt: 2 })).rejects.toThrow('a thread ended at its work');
  await plants.create(db, fern);
  expect(await db.work(addMany, { count: 3 })).toMatchObject({ total: 4n });
  expect(await rows(count)).toEqual([{ n: 4n }]);
});

test('several at once are done one after the other', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled([
    db.work(addMany, { count: 30, restMs: 5 }),
    db.work(addMany, { count: 30, failsAt: 20 }),
    db.work(addMany, { count: 40 }),
  ]);
  // Two add the same plants: whoever comes second is refused, as it sees the first.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([30n, 40n]).toContain((await rows(count))[0]?.n);
});

test('long work waits for another program that writes for longer than writes do, which are refused meanwhile', async () => {
  const { db, path } = await newStore();
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const done = db.work(addMany, { count: 1 });
  const busy = {
    code: 'unavailable',
    message: expect.stringMatching(/^the store is busy with another program .*; nothing was stored/),
  };
  await expect(plants.create(db, fern)).rejects.toMatchObject(busy);
  other.exec('COMMIT');
  expect(await done).toMatchObject({ total: 1n });
});

test('it does not wait for ever', async () => {
  const { path } = await newStore();
  const threads = await threadsOn(path, { patienceMs: 100 });
  connect(path).exec('BEGIN IMMEDIATE');
  await expect(threads.work(addMany, { count: 1 }, {})).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the store is busy with another program .*; nothing was stored/),
  });
  await threads.close();
});

test('what it has written is moved out of the log by its thread', async () => {
  const { path } = await newStore();
  // Without the store's own connection, which makes the index of words ready at once, in the log again.
  const threads = await threadsOn(path);
  await threads.work(addMany, { count: 30_000 }, {});
  await threads.close();
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect(statSync(path).size).toBeGreaterThan(1_000_000);
});

test('a store whose promotion was broken off refuses long work as it refuses any write', async () => {
  const { db, path } = await newStore();
  putSeal(connect(path), { state: 'moving', to: 'db.example.com/plants' });
  await expect(db.work(addMany, { count: 1 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^nothing was stored: the promotion to .* was broken off/),
    headers: { 'Retry-After': '60' },
  });
});

test('long work is not done in a file that was taken away, nor said to be stored if that went meanwhile', async () => {
  const { db, path } = await newStore();
  const onProgress = vi.fn(() => renameSync(path, `${path}.away`));
  const outcome = db.work(
    addMany,
    { count: 3, restMs: 300 },
    { onProgress: () => onProgress.mock.calls.length || onProgress() },
  );
  await expect(outcome).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/was moved or deleted .*; it is not certain whether this was stored/),
  });
  await expect(db.work(addMany, { count: 1 })).rejects.toMatchObject({
    message: expect.stringMatching(/was moved or deleted .*; nothing was stored/),
  });
  renameSync(`${path}.away`, path);
});

/** The threads of a store, as it puts them together. */
async function threadsOn(path: string, { patienceMs = 5_000 } = {}) {
  const writer = await startWriter(path);
  onTestFinished(() => writer.close());
  return createThreads({ path, files: watchFiles(path, writer.opened), writer, patienceMs });
}
