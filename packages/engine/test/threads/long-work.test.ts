import { expect, test, vi } from 'vitest';
import { newStore, notes } from '../store.ts';
import { addMany } from '../units-of-work.ts';

const count = 'SELECT count(*) AS n FROM "notes"';

test('long work returns its result, reports progress, and is stored', async () => {
  const { db, rows } = await newStore();
  const onProgress = vi.fn();
  const result = await db.transact(addMany, { count: 3, restMs: 60 }, { long: true, onProgress });
  expect(result).toEqual({ engine: db.engine, total: 3n });
  expect(onProgress).toHaveBeenCalledWith({ doing: 'adding', done: 1, total: 3, unit: 'rows' });
  expect(await rows(count)).toEqual([{ n: 3n }]);
});

test('failed long work stores nothing, and its caller gets the unchanged error', async () => {
  const { db, rows } = await newStore();
  await expect(db.transact(addMany, { count: 3, failsAt: 2 }, { long: true })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'idTaken',
    message: 'not this one',
    headers: { ETag: 'x' },
  });
  expect(await rows(count)).toEqual([{ n: 0n }]);
});

test('cancelled long work ends and stores nothing; the store accepts writes', async () => {
  const { db, rows } = await newStore();
  const controller = new AbortController();
  const reason = new Error('not any more');
  const onProgress = () => controller.abort(reason);
  const { signal } = controller;
  await expect(
    db.transact(addMany, { count: 5_000, restMs: 5 }, { long: true, onProgress, signal }),
  ).rejects.toBe(reason);
  await expect(db.transact(addMany, { count: 1 }, { long: true, signal })).rejects.toBe(reason);
  expect(await rows(count)).toEqual([{ n: 0n }]);
  await notes.create(db, { id: 1n, text: 'Fern' });
});

test('an error of a progress listener ends the work', async () => {
  const { db, rows } = await newStore();
  const onProgress = () => {
    throw new Error('seen enough');
  };
  await expect(db.transact(addMany, { count: 5_000, restMs: 5 }, { long: true, onProgress })).rejects.toThrow(
    'seen enough',
  );
  expect(await rows(count)).toEqual([{ n: 0n }]);
});

test('an abort signal after the commit of long work changes nothing', async () => {
  const { db, rows } = await newStore();
  const controller = new AbortController();
  await db.transact(addMany, { count: 1 }, { long: true, signal: controller.signal });
  controller.abort();
  expect(await rows(count)).toEqual([{ n: 1n }]);
});

test('closing a store waits for its long work', async () => {
  const { db, rows } = await newStore();
  const done = db.transact(addMany, { count: 20, restMs: 10 }, { long: true });
  await db.close();
  expect(await rows(count)).toEqual([{ n: 20n }]);
  await done;
});

test('waiting long work reports that it waits, and can be cancelled', async () => {
  const { db, rows } = await newStore();
  const ends: AbortController[] = [];
  const begin = (restMs: number) => {
    const controller = new AbortController();
    const told: string[] = [];
    ends.push(controller);
    const onProgress = ({ doing }: { doing: string }) => void told.push(doing);
    const result = db.transact(
      addMany,
      { count: 5_000, restMs },
      { long: true, signal: controller.signal, onProgress },
    );
    return { told, result: result.catch((cause) => cause), controller };
  };
  const [first, second, third] = [begin(5), begin(5), begin(5)];
  // SQLite does one long work at a time, PostgreSQL two.
  const waiting = db.engine === 'sqlite' ? ['waiting'] : [];
  expect([first, second, third].map(({ told }) => told)).toEqual([[], waiting, ['waiting']]);
  for (const { controller, result } of [third, second, first]) {
    controller.abort(new Error('left'));
    expect(await result).toMatchObject({ message: 'left' });
  }
  expect(await rows(count)).toEqual([{ n: 0n }]);
});
