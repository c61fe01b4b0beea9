import { renameSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { inodeOf } from '@plant-store/engine';
import { StoreError } from '@plant-store/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLongReader } from '../../../../engine/src/sqlite/reader/long-reader.ts';
import { plants, trash } from '../../../src/index.ts';
import type { ReadLong } from '../../../src/sqlite/search/long-reads.ts';
import { connect, newStore } from '../../store.ts';

const threads = new URL('../../../src/sqlite/plant-threads.ts', import.meta.url).href;

async function aReader() {
  const store = await newStore();
  await plants.create(store.db, { id: 1n, name: 'Fern', tag: 'shade' });
  const { read, close } = createLongReader(store.path, inodeOf(store.path) as bigint, threads, 50);
  const reader = { read: read as ReadLong, close };
  onTestFinished(close);
  const count = (word: string, caller?: string) => reader.read('count', { words: [word] }, caller);
  return { ...store, reader, count };
}

test('equal concurrent long reads run once', async () => {
  const { reader } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const atWork = reader.read('count', { words: ['zz'] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => reader.read('count', { words: [] })));
  expect(answers).toEqual(answers.map(() => 1n));
  expect(await atWork).toBe(0n);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a read after a change does not get the result of an earlier read', async () => {
  const { rows, reader } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const before = reader.read('count', { words: [] });
  // The read has not ended, as this is the same turn of the event loop.
  const written = rows(
    `INSERT INTO "plants" ("id", "name", "folded", "added_at") VALUES (2, 'Moss', ' moss' || char(10), 1)`,
  );
  const after = reader.read('count', { words: [] });
  expect(await after).toBe(2n);
  await Promise.all([before, written]);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a later long read sees the writes since the first one', async () => {
  const { db, reader } = await aReader();
  expect(await reader.read('count', { words: [] })).toBe(1n);
  await plants.create(db, { id: 2n, name: 'Moss' });
  expect(await reader.read('count', { words: [] })).toBe(2n);
});

test('different long reads get different results', async () => {
  const { reader } = await aReader();
  const [all, none, tags, numbers] = await Promise.all([
    reader.read('count', { words: [] }),
    reader.read('count', { words: ['zz'] }),
    reader.read('tags', { words: [], limit: 5 }),
    reader.read('numbers', undefined),
  ]);
  expect([all, none, tags, numbers.total]).toEqual([1n, 0n, [{ tag: 'shade', count: 1n }], 1n]);
});

test('requests and writes are answered during a long read', async () => {
  const { db, rows } = await newStore();
  await rows(`INSERT INTO plants (id, name, folded, added_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
    SELECT i, 'plant ' || i, ' plant ' || i || char(10), i FROM n`);
  // The start of the thread lasts longer than a count, so it comes first.
  await plants.count(db, { words: ['yyy'] });
  let isCounted = false;
  // The counts have different words, so they run one after the other.
  const counts = Array.from({ length: 10 }, (_, index) => plants.count(db, { words: [`zzz${index}`] }));
  const counting = Promise.all(counts).finally(() => (isCounted = true));
  let answered = 0;
  for (; !isCounted; answered++) {
    await plants.get(db, 1n);
    await plants.create(db, { id: BigInt(-1 - answered), name: 'meanwhile' });
  }
  expect(await counting).toEqual(counts.map(() => 0));
  // On the event loop only one or two requests could finish before the end of each count.
  expect(answered).toBeGreaterThan(20);
});

test('a full queue refuses long reads, with a time to retry', async () => {
  const { reader } = await aReader();
  const asked = Array.from({ length: 60 }, (_, i) => reader.read('count', { words: [`w${i}`] }));
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
    reader.read('count', { words: [] }, 'b'),
    reader.read('tags', { words: [], limit: 5 }, 'c'),
    reader.read('trash', { limit: 5 }, 'd'),
    reader.read('count', { words: ['fern'] }, 'b'),
  ];
  expect(await Promise.all(others)).toEqual([
    1n,
    [{ tag: 'shade', count: 1n }],
    { plants: [], next: undefined },
    1n,
  ]);
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
  const words = sent.mock.calls.map(([{ input }]) => input.words[0]);
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
  await expect(reader.read('count', { words: [] })).rejects.toThrow(
    /was moved or replaced while the store was running/,
  );
  renameSync(`${path}.away`, path);
  expect(await reader.read('count', { words: [] })).toBe(1n);
});

test('a long read reports a damaged page like any read, and the read thread continues', async () => {
  const { db, path, reader } = await aReader();
  for (let id = 2n; id < 400n; id++) await plants.create(db, { id, name: `Fern ${id}`.repeat(10) });
  const connection = connect(path);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.unsafeMode();
  const page = connection
    .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'plants_tag_added_at_id_idx'`)
    .pluck();
  connection.pragma('writable_schema = ON');
  connection.exec(`UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'plants_tag_added_at_id_idx'`);
  expect(page.get()).toBe(1n);
  const failure = await reader.read('numbers', undefined).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/damaged/) });
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
  const first = reader.read('count', { words: [] });
  const second = reader.read('count', { words: ['fern'] });
  const failed = expect(first).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the system cannot run this now; try again later, .* open files/),
    cause: { message: 'the thread for long reads ended' },
  });
  await threads[0]?.terminate();
  await failed;
  expect(await second).toBe(1n);
  expect(await reader.read('count', { words: [] })).toBe(1n);
});

test('a long read between the error of a thread and its exit runs in another thread', async () => {
  const { reader } = await aReader();
  const threads = postedTo();
  const failed = expect(reader.read('count', { words: [] })).rejects.toMatchObject({
    cause: { message: 'out of memory' },
  });
  const gone = threads[0]?.terminate();
  // Node reports the error first, and the exit in a later turn of the event loop.
  threads[0]?.emit('error', new Error('out of memory'));
  const next = reader.read('count', { words: [] });
  await failed;
  expect(await next).toBe(1n);
  await gone;
  expect(threads[1]).not.toBe(threads[0]);
});

test('a long read after the store began to close is refused', async () => {
  const { reader } = await aReader();
  await reader.read('count', { words: [] });
  const post = Worker.prototype.postMessage;
  let late: Promise<unknown> | undefined;
  const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, word) {
    post.call(this, word);
    if (word !== 'close') return;
    late = reader.read('count', { words: [] });
    late.catch(() => undefined);
  });
  await reader.close();
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent.mock.calls).toEqual([['close']]);
});

test('closing the store waits for pending reads and ends the read thread', async () => {
  const { reader } = await aReader();
  const counts = [reader.read('count', { words: [] }), reader.read('count', { words: ['fern'] })];
  await reader.close();
  expect(await Promise.all(counts)).toEqual([1n, 1n]);
});

test('the thread reads the trash, and requests are answered meanwhile', async () => {
  const { db } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  await plants.remove(db, 1n);
  expect((await trash.list(db, { limit: 5 })).plants).toHaveLength(1);
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ name: 'trash' }));
});

test('a thread reads pages of exports and searches by name, but no list and no search by time', async () => {
  const { db } = await aReader();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const pages = () => sent.mock.calls.filter(([request]) => request.name === 'page').length;
  const list = (options: object, by?: object) => plants.list(db, { limit: 5, ...options }, by);
  const all = [
    await list({}),
    await list({ sort: 'name' }),
    await list({ filter: { words: ['fern'] } }),
    await list({ filter: { words: [], tag: 'shade' } }),
  ];
  expect(pages()).toBe(0);
  all.push(await list({}, { isExport: true }), await list({ filter: { words: ['fern'] }, sort: 'name' }));
  all.push(await list({ filter: { words: [], tag: 'shade' }, sort: 'name' }));
  expect(pages()).toBe(3);
  for (const { plants } of all) expect(plants).toMatchObject([{ id: 1n }]);
});

test('the lookup of a token does not wait for many reads of plants', async () => {
  const { db } = await newStore();
  const order: string[] = [];
  const note = (name: string, read: Promise<unknown>) => read.then(() => order.push(name));
  await Promise.all([
    ...Array.from({ length: 40 }, (_, id) =>
      note('plants', db.prisma.plant.findMany({ where: { id: BigInt(id) } })),
    ),
    note('token', db.prisma.token.findMany()),
  ]);
  expect(order.indexOf('token')).toBe(1);
});
