import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, plants } from '../../src/index.ts';
import { newStore, open } from '../store.ts';

const add = (db: Database, ids: bigint[]) =>
  ids.reduce<Promise<unknown>>(
    (before, id) => before.then(() => plants.create(db, { id, name: `plant ${id}` })),
    Promise.resolve(),
  );

/** The ids of all pages in order; `between` runs after each page. */
async function readAll(
  db: Database,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<bigint[]> {
  const ids: bigint[] = [];
  let after: plants.Position | undefined;
  // With this limit, above the number of plants in any test, an endless list fails too.
  for (let page = 0; page < 200; page++) {
    const { plants: read, next } = await plants.list(db, { limit, after });
    expect(read.length).toBeLessThanOrEqual(limit);
    ids.push(...read.map(({ id }) => id));
    await between();
    if (!next) return ids;
    after = next;
  }
  throw new Error('the list has no last page');
}

test('an empty store has one empty page', async () => {
  const { db } = await newStore();
  expect(await plants.list(db, { limit: 50 })).toEqual({ plants: [], next: undefined });
});

test('plants are listed newest first, in any order of ids', async () => {
  const { db } = await newStore();
  await add(db, [5n, -3n, 9n, 1n]);
  expect(await readAll(db, 50)).toEqual([1n, 9n, -3n, 5n]);
});

test('the last page of a list has no cursor, even if the page is full', async () => {
  const { db } = await newStore();
  await add(db, [1n, 2n, 3n, 4n]);
  const first = await plants.list(db, { limit: 2 });
  expect(first.next).toBeDefined();
  expect((await plants.list(db, { limit: 2, after: first.next })).next).toBeUndefined();
});

test('all pages together are the whole list, for any page size', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 23 }, (_, i) => BigInt((i * 7919) % 1000) - 500n);
  await add(db, ids);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
      expect(await readAll(db, limit)).toEqual(ids.toReversed());
    }),
    { numRuns: 30 },
  );
});

test('pages neither repeat nor skip a plant while other plants are added', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 40 }, (_, i) => BigInt(i));
  await add(db, ids);
  let added = 1000n;
  const seen = await readAll(db, 7, () => add(db, [added++, -added, added++]));
  expect(seen).toEqual(ids.toReversed());
});

test('plants with the same time, as from two processes, are each listed once', async () => {
  const { db, rows } = await newStore();
  await add(db, [1n, 2n, 3n, 4n, 5n]);
  await rows('UPDATE plants SET added_at = 1700000000000000');
  expect(await readAll(db, 2)).toEqual([5n, 4n, 3n, 2n, 1n]);
});

test('a reopened store lists its plants', async () => {
  const { db, url } = await newStore();
  await add(db, [1n, 2n]);
  await db.close();
  expect(await readAll(await open(url), 50)).toEqual([2n, 1n]);
});
