import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { plants } from '../../../src/index.ts';
import { indexChangedPlants } from '../../../src/sqlite/word-index/word-index.ts';
import { found } from '../../found-plants.ts';
import { connect, inTransaction, newStore, open } from '../../store.ts';

const learned = (path: string) => {
  const count = connect(path)
    .prepare<[], bigint>(`SELECT count(*) FROM plants WHERE added_at > (SELECT added_at FROM words_mark)`)
    .pluck();
  return () => Number(count.get());
};

test('FTS5 indexes the plants of many small writes in batches', async () => {
  const { db, path } = await newStore();
  const left = learned(path);
  await Promise.all(
    Array.from({ length: 1_700 }, (_, id) => plants.create(db, { id: BigInt(id), name: `Fern ${id}` })),
  );
  await vi.waitFor(() => expect(left()).toBeLessThan(500));
  expect(await found(db, { q: 'fern 16' }, { limit: 200 })).toHaveLength(1 + 10 + 100);
});

test('FTS5 indexes the plants of one large write', async () => {
  const { db, path } = await newStore();
  const left = learned(path);
  const ids = Array.from({ length: 1_200 }, (_, index) => BigInt(index));
  await db.prisma.plant.createMany({
    data: ids.map((id) => ({ id, name: `Fern ${id}`, folded: ` fern ${id}\n`, addedAt: id + 1n })),
  });
  await vi.waitFor(() => expect(left()).toBe(0));
  expect(await found(db, { q: 'fern 1199' })).toEqual([1_199n]);
});

test('FTS5 indexes the plants of another process after the next write of this one, or at a check', async () => {
  const { db, path, rows } = await newStore();
  const left = learned(path);
  const addThere = (from: number) =>
    rows(`INSERT INTO plants (id, name, folded, added_at)
      WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + 1_999})
      SELECT i, 'Fern ' || i, ' fern ' || i || char(10), 4000000000000000 + i FROM n`);
  await addThere(1);
  await plants.create(db, { id: 0n, name: 'Moss' });
  await vi.waitFor(() => expect(left()).toBe(0));
  // The updater may check once more and find nothing.
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  await addThere(1_000_000);
  expect(await found(db, { q: 'fern 1001999' })).toEqual([1_001_999n]);
  await vi.waitFor(() => expect(left()).toBe(0));
});

test('the log stays short while FTS5 indexes many plants', async () => {
  const { db, path, rows } = await newStore();
  const left = learned(path);
  await rows(`INSERT INTO plants (id, name, folded, added_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
    SELECT i, 'Fern ' || i, ' fern ' || i || char(10), i FROM n`);
  await plants.create(db, { id: 0n, name: 'Moss' });
  await vi.waitFor(() => expect(left()).toBe(0));
  expect(statSync(`${path}-wal`).size).toBeLessThan(12_000_000);
});

test('FTS5 loses former names and deleted plants', async () => {
  const { db, path } = await newStore();
  const known = connect(path)
    .prepare<[string], bigint>(`SELECT count(*) FROM plant_words WHERE plant_words MATCH ?`)
    .pluck();
  for (const id of [1n, 2n]) await plants.create(db, { id, name: 'Fern', tag: 'shade' });
  await inTransaction(db, indexChangedPlants);
  expect(known.get('fern')).toBe(2n);
  await plants.update(db, { id: 1n, name: 'Moss' });
  await plants.remove(db, 2n);
  await inTransaction(db, indexChangedPlants);
  expect([known.get('fern'), known.get('moss'), known.get('shade')]).toEqual([0n, 1n, 1n]);
});

test('opening a store prepares the plants of an older version and their words', async () => {
  const { db, path, rows } = await newStore();
  await db.close();
  await rows(`INSERT INTO plants (id, name, tag, added_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
    SELECT i, 'Pūhā ' || i, 'Āloe', i FROM n`);
  const again = await open(path);
  expect(learned(path)()).toBe(0);
  expect(await rows(`SELECT id FROM plants WHERE folded = ''`)).toEqual([]);
  expect(await found(again, { q: 'puha 4321' })).toEqual([4_321n]);
  expect(await plants.count(again, { words: ['aloe'] })).toBe(4_500);
});

const partsOf = (path: string) => {
  const parts = connect(path)
    .prepare<[], bigint>('SELECT count(DISTINCT segid) FROM plant_words_idx')
    .pluck();
  return () => Number(parts.get());
};

test('the segments of FTS5 are merged after an import, without a further write', async () => {
  const { db, path, rows } = await newStore();
  const parts = partsOf(path);
  await rows(`INSERT INTO plants (id, name, folded, added_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 52000)
    SELECT i, 'Fern ' || i, ' fern ' || i || char(10), 4000000000000000 + i FROM n`);
  await plants.create(db, { id: 0n, name: 'Moss' });
  await vi.waitFor(() => expect([learned(path)(), parts()]).toEqual([0, 1]));
  expect(await found(db, { q: 'fern 51999' })).toEqual([51_999n]);
});

/** A closed store whose FTS5 index has enough segments to be merged. */
async function storeOfManyParts() {
  const { db, path, rows } = await newStore();
  for (let piece = 0; piece < 12; piece++) {
    await rows(`INSERT INTO plants (id, name, folded, added_at)
      VALUES (${piece}, 'Fern', ' fern ${piece}' || char(10), ${4_000_000_000_000_000 + piece})`);
    await inTransaction(db, indexChangedPlants);
    // With this setting FTS5 itself merges no segments.
    if (piece === 0) await rows(`INSERT INTO plant_words (plant_words, rank) VALUES ('automerge', 0)`);
  }
  const before = await found(db, { q: 'fern 1' });
  await db.close();
  const parts = partsOf(path);
  expect(parts()).toBeGreaterThan(4);
  return { path, parts, before };
}

test('opening a store merges the segments of FTS5', async () => {
  const { path, parts, before } = await storeOfManyParts();
  const db = await open(path);
  expect(parts()).toBe(1);
  expect(await found(db, { q: 'fern 1' })).toEqual(before);
  connect(path).exec(`INSERT INTO plant_words (plant_words) VALUES ('integrity-check')`);
});

test('a store opens while another program writes, and merges segments later', async () => {
  const { path, parts, before } = await storeOfManyParts();
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const db = await open(path);
  expect(parts()).toBeGreaterThan(4);
  expect(await found(db, { q: 'fern 1' })).toEqual(before);
  await db.close();
  other.exec('COMMIT');
  await open(path);
  expect(parts()).toBe(1);
});
