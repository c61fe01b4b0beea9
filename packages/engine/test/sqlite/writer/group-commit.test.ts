import { expect, test } from 'vitest';
import { connect, newStore, notes } from '../../store.ts';
import { anHour, setLockWait } from '../../testing.ts';

test('simultaneous writes share one commit, and each has its own outcome', async () => {
  const { db } = await newStore();
  const commits: number[] = [];
  db.monitor.onCommit((writes) => commits.push(writes));
  const ids = [1n, 2n, 1n, 3n, 2n];
  const outcomes = await Promise.allSettled(ids.map((id, i) => notes.create(db, { id, text: `note ${i}` })));
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
    `CREATE TRIGGER refuse BEFORE INSERT ON notes WHEN NEW.text = 'Weed' BEGIN SELECT RAISE(ABORT, 'no weeds'); END`,
  );
  const outcomes = await Promise.allSettled(
    ['Fern', 'Weed', 'Cactus'].map((text, i) => notes.create(db, { id: BigInt(i), text })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(connect(path).prepare('SELECT text FROM notes ORDER BY id').pluck().all()).toEqual([
    'Fern',
    'Cactus',
  ]);
});

test('a full queue refuses writes immediately while the store waits for a lock', async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const waiting = Array.from({ length: 10_000 }, (_, i) => notes.create(db, { id: BigInt(i), text: 'Fern' }));
  await expect(notes.create(db, { id: -1n, text: 'Fern' })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  });
  expect(db.monitor.queued()).toBe(10_000);
  other.exec('COMMIT');
  await Promise.all(waiting);
  expect(db.monitor.queued()).toBe(0);
  expect(connect(path).prepare('SELECT count(*) FROM notes').pluck().get()).toBe(10_000n);
});

test('closing waits for pending writes', async () => {
  const { db, path } = await newStore();
  const created = notes.create(db, { id: 1n, text: 'Fern' });
  await db.close();
  expect(await created).toEqual({ id: 1n, text: 'Fern' });
  expect(connect(path).prepare('SELECT count(*) FROM notes').pluck().get()).toBe(1n);
});
