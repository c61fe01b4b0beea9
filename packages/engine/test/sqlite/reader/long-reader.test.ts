import { renameSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inodeOf } from '../../../src/files/file-identity.ts';
import { createLongReader } from '../../../src/sqlite/reader/long-reader.ts';
import { newStore, notes, threads } from '../../store.ts';

async function aReader() {
  const store = await newStore();
  await notes.create(store.db, { id: 1n, text: 'Fern' });
  const reader = createLongReader(store.path, inodeOf(store.path) as bigint, threads, 50);
  onTestFinished(reader.close);
  const count = (text: string, caller?: string) => reader.read('count', { text }, caller);
  return { ...store, reader, count };
}

test('equal concurrent long reads run once', async () => {
  const { reader } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const atWork = reader.read('count', { text: 'zz' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => reader.read('count', {})));
  expect(answers).toEqual(answers.map(() => 1n));
  expect(await atWork).toBe(0n);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a read after a change does not get the result of an earlier read', async () => {
  const { rows, reader } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const before = reader.read('count', {});
  // The read has not ended, as this is the same turn of the event loop.
  const written = rows(`INSERT INTO "notes" ("id", "text") VALUES (2, 'Moss')`);
  const after = reader.read('count', {});
  expect(await after).toBe(2n);
  await Promise.all([before, written]);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a later long read sees the writes since the first one', async () => {
  const { db, reader } = await aReader();
  expect(await reader.read('count', {})).toBe(1n);
  await notes.create(db, { id: 2n, text: 'Moss' });
  expect(await reader.read('count', {})).toBe(2n);
});

test('different long reads get different results', async () => {
  const { reader } = await aReader();
  const reads = [
    reader.read('count', {}),
    reader.read('count', { text: 'zz' }),
    reader.read('texts', {}),
    reader.read('texts', { text: 'zz' }),
  ];
  expect(await Promise.all(reads)).toEqual([1n, 0n, [{ text: 'Fern' }], []]);
});

test('a full queue refuses long reads, with a time to retry', async () => {
  const { reader } = await aReader();
  const asked = Array.from({ length: 60 }, (_, i) => reader.read('count', { text: `w${i}` }));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toHaveLength(10);
  for (const one of refused)
    expect(one).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '3' } });
});

test('many counts of one caller take no place from other callers', async () => {
  const { reader, count } = await aReader();
  const many = Promise.allSettled(Array.from({ length: 60 }, (_, i) => count(`w${i}`, 'a')));
  const others = [
    reader.read('count', {}, 'b'),
    reader.read('texts', {}, 'c'),
    reader.read('texts', { text: 'zz' }, 'd'),
    reader.read('count', { text: 'fern' }, 'b'),
  ];
  expect(await Promise.all(others)).toEqual([1n, [{ text: 'Fern' }], [], 1n]);
  const refused = (await many).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  // The last reads of the caller give their places to the others.
  expect(refused).toEqual(Array.from({ length: 14 }, (_, index) => 46 + index));
});

test('callers with as many reads as others are refused when all places are taken', async () => {
  const { count } = await aReader();
  const all = Array.from({ length: 50 }, (_, n) => count('fern', `caller${n}`));
  await expect(count('fern', 'late')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await Promise.all(all)).toEqual(all.map(() => 1n));
});

test('the thread serves callers in turn, and equal reads of all callers at once', async () => {
  const { count } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const ofA = ['w1', 'w2', 'w3', 'same'].map((word) => count(word, 'a'));
  const ofB = ['same', 'w4'].map((word) => count(word, 'b'));
  await Promise.all([...ofA, ...ofB, count('w5', 'c')]);
  const words = sent.mock.calls.map(([{ input }]) => input.text);
  expect(words).toEqual(['w1', 'w2', 'same', 'w5', 'w3', 'w4']);
});

test('equal reads of two callers both fail when their thread ends', async () => {
  const { count } = await aReader();
  const threads = postedTo();
  const first = count('first', 'a');
  const equal = Promise.allSettled([count('same', 'a'), count('same', 'b')]);
  await first;
  const gone = threads[1]?.terminate();
  threads[1]?.emit('error', new Error('out of memory'));
  expect((await equal).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await gone;
});

test('a long read does not read a file that has replaced the store', async () => {
  const { path, reader } = await aReader();
  renameSync(path, `${path}.away`);
  writeFileSync(path, '');
  await expect(reader.read('count', {})).rejects.toThrow(/was moved or replaced while the store was running/);
  renameSync(`${path}.away`, path);
  expect(await reader.read('count', {})).toBe(1n);
});

/** The threads that receive messages from now on, in the order of the messages, until the test ends. */
function postedTo(): Worker[] {
  const threads: Worker[] = [];
  const post = Worker.prototype.postMessage;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...words) {
    threads.push(this);
    return post.apply(this, words);
  });
  return threads;
}

test('503 for a long read when its thread ends, and another thread runs the next reads', async () => {
  const { reader } = await aReader();
  const threads = postedTo();
  const first = reader.read('count', {});
  const second = reader.read('count', { text: 'fern' });
  const failed = expect(first).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the system cannot run this now; try again later, .* open files/),
    cause: { message: 'the thread for long reads ended' },
  });
  await threads[0]?.terminate();
  await failed;
  expect(await second).toBe(1n);
  expect(await reader.read('count', {})).toBe(1n);
});

test('a long read between the error of a thread and its exit runs in another thread', async () => {
  const { reader } = await aReader();
  const threads = postedTo();
  const failed = expect(reader.read('count', {})).rejects.toMatchObject({
    cause: { message: 'out of memory' },
  });
  const gone = threads[0]?.terminate();
  // Node reports the error first, and the exit in a later turn of the event loop.
  threads[0]?.emit('error', new Error('out of memory'));
  const next = reader.read('count', {});
  await failed;
  expect(await next).toBe(1n);
  await gone;
  expect(threads[1]).not.toBe(threads[0]);
});

test('a long read after the store began to close is refused', async () => {
  const { reader } = await aReader();
  await reader.read('count', {});
  const post = Worker.prototype.postMessage;
  let late: Promise<unknown> | undefined;
  const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, word) {
    post.call(this, word);
    if (word !== 'close') return;
    late = reader.read('count', {});
    late.catch(() => undefined);
  });
  await reader.close();
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent.mock.calls).toEqual([['close']]);
});

test('closing the store waits for pending reads and ends the read thread', async () => {
  const { reader } = await aReader();
  const counts = [reader.read('count', {}), reader.read('count', { text: 'fern' })];
  await reader.close();
  expect(await Promise.all(counts)).toEqual([1n, 1n]);
});
