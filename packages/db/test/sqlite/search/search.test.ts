import { runSteps, type Statement, textOf } from '@plant-store/engine';
import { createStatementRunner } from '@plant-store/engine/sqlite/file';
import { type PlantSort, plantSorts, searchedIds, searchWords } from '@plant-store/schema';
import type SqliteConnection from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParsedFilter, PlantPageQuery } from '../../../src/handle/plant-search.ts';
import { type Database, plants, trash } from '../../../src/index.ts';
import { positionOf } from '../../../src/search/plant-filter.ts';
import { scanIndex } from '../../../src/sqlite/search/index-scan.ts';
import { longReads } from '../../../src/sqlite/search/long-reads.ts';
import { longPage, quickPage } from '../../../src/sqlite/search/plant-page.ts';
import { indexChangedPlants } from '../../../src/sqlite/word-index/word-index.ts';
import { expected, found, type Kept } from '../../found-plants.ts';
import { connect, inTransaction, newStore } from '../../store.ts';

const keptIn = (connection: SqliteConnection.Database) =>
  connection.prepare('SELECT id, name, tag, added_at AS addedAt FROM plants').all() as Kept[];

const learnAll = async (db: Database) => {
  while (await inTransaction(db, indexChangedPlants));
};

const searches = ['a', 'al', 'aloe', 'aloev', 'b', 'bab', 'fern', 'a b', '7', 'zz', '4006'];

/**
 * Expects every search in every order to find the plants that a check of each plant finds, on the event loop and in the
 * thread for long reads.
 */
async function assertFound(db: Database, connection: SqliteConnection.Database) {
  const kept = keptIn(connection);
  const run = createStatementRunner(connection);
  for (const q of searches)
    for (const sort of plantSorts)
      for (const tag of [undefined, null, 'fern']) {
        const ids = searchedIds(q);
        const wanted = expected(kept, { words: [], q, ids, tag }, sort);
        expect(await found(db, { q, ids, tag }, { sort, limit: 7 }), `${q} ${tag} ${sort}`).toEqual(wanted);
        const filter = { words: searchWords(q), ids, tag };
        const long = runSteps(longReads.page({ filter, sort, count: 1_000 }), run);
        expect(long.map((plant) => plant.id)).toEqual(wanted);
        for (const bounds of (sort.endsWith('added') && ids.length === 0) || !common.includes(q)
          ? []
          : narrow)
          expect(everyPage({ filter, sort, count: 2 }, bounds, run), `${q} ${tag} ${sort}`).toEqual(wanted);
        expect(runSteps(longReads.count(filter), run)).toBe(BigInt(wanted.length));
      }
}

/** Words and numbers of many plants. */
const common = ['a', 'al', 'b', 'fern', '7', '4006'];

/** Limits so low that the fast ways fail, as in a very large store. */
const narrow = [
  { sorted: 2n, scanned: 2n, sortedAfterScan: 3n },
  { sorted: 1n, scanned: 9n, sortedAfterScan: 50n },
  { sorted: 0n, scanned: 1n, sortedAfterScan: 0n },
];

/** The ids of all pages. */
function everyPage(
  first: PlantPageQuery,
  bounds: (typeof narrow)[number],
  run: ReturnType<typeof createStatementRunner>,
): bigint[] {
  const ids: bigint[] = [];
  for (let wanted = first; ; ) {
    const found = runSteps(longPage(wanted, bounds), run);
    ids.push(...found.map(({ id }) => id));
    expect(ids.length).toBeLessThan(1_000);
    const last = found.at(-1);
    if (!last || found.length < first.count) return ids;
    wanted = { ...first, after: positionOf(last, first.sort) };
  }
}

const name = fc.array(fc.constantFrom('Aloe', 'aloë', 'Aloevera', 'baba', 'Bab', 'Zed', 'fern', '7up'), {
  minLength: 1,
  maxLength: 3,
});
const id = fc.constantFrom(
  1n,
  2n,
  6n,
  7n,
  70n,
  71n,
  700n,
  7_999n,
  70_000n,
  40_060n,
  4_006_381_333_931n,
  4_006_999n,
);
const change = fc.oneof(
  fc.record({
    what: fc.constant('put' as const),
    id,
    name,
    tag: fc.constantFrom(undefined, 'fern', 'Aloe'),
  }),
  fc.record({ what: fc.constantFrom('remove' as const, 'restore' as const), id }),
  fc.record({ what: fc.constant('learn' as const) }),
  fc.record({ what: fc.constant('same stamp' as const) }),
);

test('a search finds exactly the matching plants after any changes and in any state of FTS5', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      const { db, path } = await newStore();
      const connection = connect(path);
      const done = { ...{ remove: plants.remove, restore: trash.restore } };
      for (const one of changes) {
        if (one.what === 'put')
          await plants.replace(db, {
            id: one.id,
            name: one.name.join(' '),
            ...(one.tag && { tag: one.tag }),
          });
        else if (one.what === 'learn') await inTransaction(db, indexChangedPlants);
        else if (one.what === 'same stamp') connection.exec('UPDATE plants SET added_at = 1700000000000000');
        else await done[one.what](db, one.id).catch(() => undefined);
      }
      await assertFound(db, connection);
      await learnAll(db);
      await assertFound(db, connection);
      expect(
        connection.prepare('SELECT count(*) FROM words_due WHERE folded IS NOT NULL').pluck().get(),
      ).toBe(0n);
      connection.exec(`INSERT INTO plant_words(plant_words) VALUES ('integrity-check')`);
      connection.close();
      await db.close();
    }),
    { numRuns: 8 },
  );
});

test('a search by name also finds plants that FTS5 lacks', async () => {
  const { db, path } = await newStore();
  const run = createStatementRunner(connect(path));
  const names = ['Aloe red', 'Beech red', 'Beech', 'Fern red', 'Moss red', 'Zinnia red'];
  for (const [id, name] of names.entries()) await plants.create(db, { id: BigInt(id), name });
  await learnAll(db);
  await plants.create(db, { id: 6n, name: 'Cedar red' });
  await plants.update(db, { id: 3n, name: 'Willow red' });
  const wanted: PlantPageQuery = { filter: { words: ['red'] }, sort: 'name', count: 2 };
  const bounds = { sorted: 2n, scanned: 1n, sortedAfterScan: 9n };
  expect(everyPage(wanted, bounds, run)).toEqual([0n, 1n, 6n, 4n, 3n, 5n]);
  expect(everyPage({ ...wanted, sort: '-name' }, bounds, run)).toEqual([5n, 3n, 4n, 6n, 1n, 0n]);
});

test('a search by an id that begins many others is found in the thread, without sorting these', async () => {
  const { db, path, rows } = await newStore();
  await rows(`INSERT INTO "plants" ("id", "name", "folded", "tag", "added_at")
    WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < 5000)
    SELECT 4006000000000 + "i", 'Fern', ' fern' || char(10) || ' x', 'x', "i" FROM "n"`);
  await plants.create(db, { id: 1n, name: '4006 Fern', tag: 'rare' });
  await learnAll(db);
  const connection = connect(path);
  const run = createStatementRunner(connection);
  const filter = { words: ['4006'], ids: searchedIds('4006') };
  const isSorting = (statement: Statement) =>
    connection
      .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, () => '?')}`)
      .all(statement.values)
      .some((step) => (step as { detail: string }).detail.includes('TEMP B-TREE'));
  const first = (sort: PlantSort, more: Partial<ParsedFilter> = {}) => {
    const request = { filter: { ...filter, ...more }, sort, count: 2 };
    expect(runSteps(quickPage(request), run)).toBeUndefined();
    const asked: Statement[] = [];
    const noting = (statement: Statement) => {
      asked.push(statement);
      return run(statement);
    };
    const ids = runSteps(longPage(request), noting).map(({ id }) => id);
    expect(asked.some(isSorting)).toBe(more.tag === 'rare');
    return ids;
  };
  expect(first('-added')).toEqual([1n, 4_006_000_005_000n]);
  expect(first('added')).toEqual([4_006_000_000_001n, 4_006_000_000_002n]);
  expect(first('name')).toEqual([1n, 4_006_000_000_001n]);
  expect(first('-id')).toEqual([4_006_000_005_000n, 4_006_000_004_999n]);
  expect(first('name', { tag: 'rare' })).toEqual([1n]);
  expect(first('-added', { tag: 'x', addedBefore: 3n })).toEqual([4_006_000_000_002n, 4_006_000_000_001n]);
  expect(runSteps(longReads.count(filter), run)).toBe(5001n);
});

test('a concurrent deletion hides no other plant from a search', async () => {
  const { db, path } = await newStore();
  const connection = connect(path);
  for (const [index, name] of ['a 1', 'a 2', 'a 3', 'a 4', 'b 5'].entries())
    await plants.create(db, { id: BigInt(index), name });
  const run = createStatementRunner(connection);
  let asked = 0;
  const steps = scanIndex({ filter: { words: ['b'] }, sort: 'name', count: 1 }, 3n);
  const found = runSteps(steps, (statement) => {
    if (asked++ === 1) connection.exec('DELETE FROM plants WHERE id < 3');
    return run(statement);
  });
  expect(found?.map(({ id }) => id)).toEqual([4n]);
});

test('plants with equal timestamps that FTS5 lacks are on one page, each once', async () => {
  const { db, path } = await newStore();
  for (let id = 1n; id <= 4n; id++) await plants.create(db, { id, name: 'Aloe' });
  connect(path).exec('UPDATE plants SET added_at = 1700000000000000');
  expect(await found(db, { q: 'aloe' }, { limit: 7 })).toEqual([4n, 3n, 2n, 1n]);
});
