import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@plant-store/engine';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWriter } from '../../../src/sqlite/writer/writer.ts';
import { connect, newFolder, newStore, notes, threads } from '../../store.ts';
import { anHour, setLockWait } from '../../testing.ts';

const fern = (id: number) => ({ id: BigInt(id), text: 'Fern' });

test('the start learns from the write thread that the file could lose acknowledged writes', async () => {
  const path = join(newFolder(), 'notes.db');
  connect(path).exec('CREATE TABLE notes (id INTEGER)');
  const starting = startWriter(path, threads);
  await expect(starting).rejects.toBeInstanceOf(StartError);
  await expect(starting).rejects.toThrow(/journal_mode=delete .* put it on a local disk that supports WAL/);
});

test('a commit with an unknown fault fails its writes, and the next writes succeed', async () => {
  const { db, path } = await newStore();
  // This constraint is checked at the commit.
  connect(path).exec(`
    CREATE TABLE marks (note INTEGER REFERENCES notes(id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER label AFTER INSERT ON notes WHEN NEW.text = 'Weed' BEGIN INSERT INTO marks VALUES (-1); END`);
  const outcomes = await Promise.allSettled([
    notes.create(db, fern(1)),
    notes.create(db, { id: 2n, text: 'Weed' }),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
  expect(await notes.create(db, fern(1))).toEqual(fern(1));
  expect(await notes.list(db)).toEqual([fern(1)]);
  await db.check();
});

test('closing waits for writes that wait for a lock, even after repeated calls', async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const created = notes.create(db, fern(1));
  // The lock blocks the first try of the write.
  await new Promise(setImmediate);
  const closed = [db.close(), db.close()];
  other.exec('COMMIT');
  expect(await created).toEqual(fern(1));
  await Promise.all(closed);
  expect(connect(path).prepare('SELECT count(*) FROM notes').pluck().get()).toBe(1n);
});

test('closing ends even if the lock is never released, and nothing is stored', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const created = notes.create(db, fern(1)).catch((cause) => cause.message);
  await db.close();
  expect(await created).toMatch(/^the store is busy with another program .*; nothing was stored/);
  other.exec('COMMIT');
  expect(connect(path).prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0n);
});

test('several stores in one process do not interfere', async () => {
  const stores = await Promise.all([newStore(), newStore(), newStore()]);
  setLockWait(anHour);
  const [locked] = stores.map(({ path }) => connect(path));
  locked?.exec('BEGIN IMMEDIATE');
  const creates = stores.map(({ db }, index) => notes.create(db, fern(index)));
  expect(await Promise.all(creates.slice(1))).toEqual([fern(1), fern(2)]);
  locked?.exec('COMMIT');
  await Promise.all(creates);
  for (const [index, { db }] of stores.entries()) expect(await notes.list(db)).toEqual([fern(index)]);
});

test('a store that is open twice in one process accepts the writes of both connections', async () => {
  const { db, again: openAgain } = await newStore();
  const again = await openAgain();
  const ids = Array.from({ length: 300 }, (_, id) => id);
  await Promise.all(ids.map((id) => notes.create(id % 2 ? db : again, fern(id))));
  expect(await notes.list(db)).toHaveLength(300);
});

test('writes succeed while another program repeatedly acquires the lock', async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const other = connect(path);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const taking = (async () => {
    // The lock is free for a fifth of the time.
    while (!isOver) {
      other.exec('BEGIN IMMEDIATE');
      await delay(20);
      other.exec('COMMIT');
      await delay(5);
    }
  })();
  for (let id = 0; id < 20; id++) await notes.create(db, fern(id));
  isOver = true;
  await taking;
});

test('after a write has failed at a lock, the store is unready until the lock is free', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  await db.check();
  const message = /^the store is busy with another program that writes to it; nothing was stored/;
  await expect(notes.create(db, fern(1))).rejects.toThrow(message);
  await expect(db.check()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(message),
  });
  other.exec('COMMIT');
  await vi.waitFor(() => db.check());
});

test('the store is unready while the queue of writes is full', async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const creates = Array.from({ length: 10_000 }, (_, id) => notes.create(db, fern(id)));
  await expect(db.check()).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '1' } });
  other.exec('COMMIT');
  await Promise.all(creates);
  await vi.waitFor(() => db.check());
});

test('the log is moved into the database in time, and its file does not grow', async () => {
  const { db, path } = await newStore();
  const { size } = connect(path).prepare('SELECT count(*) AS size FROM notes').get() as { size: bigint };
  expect(size).toBe(0n);
  for (let batch = 0; batch < 80; batch++)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        notes.create(db, { id: BigInt(i * 1_000 + batch), text: 'Fern '.repeat(40) }),
      ),
    );
  const pages = Number((await db.monitor.sizeBytes()) / 4096);
  expect(pages).toBeLessThan(3_600);
});
