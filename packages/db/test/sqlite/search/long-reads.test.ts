import { Worker } from 'node:worker_threads';
import { StoreError } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { plants, trash } from '../../../src/index.ts';
import { connect, newStore } from '../../store.ts';

/** A store with a plant. */
async function aStore() {
  const store = await newStore();
  await plants.create(store.db, { id: 1n, name: 'Fern', tag: 'shade' });
  return store;
}

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

test('a long read reports a damaged page like any read, and the read thread continues', async () => {
  const { db, path } = await aStore();
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
  const failure = await db.search.statistics().catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/damaged/) });
});

test('the thread reads the trash, and requests are answered meanwhile', async () => {
  const { db } = await aStore();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  await plants.remove(db, 1n);
  expect((await trash.list(db, { limit: 5 })).plants).toHaveLength(1);
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ name: 'trash' }));
});

test('a thread reads pages of exports and searches by name, but no list and no search by time', async () => {
  const { db } = await aStore();
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
