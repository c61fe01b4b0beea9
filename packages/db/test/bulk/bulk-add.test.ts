import { type NewPlant, StoreError } from '@plant-store/schema';
import { beforeEach, expect, test } from 'vitest';
import { bulk, type Database, plants, receipts } from '../../src/index.ts';
import { newStore } from '../store.ts';

const named = (id: number, name = `plant ${id}`, tag?: string): NewPlant => ({
  id: BigInt(id),
  name,
  ...(tag && { tag }),
});
const ids = (...numbers: number[]) => numbers.map(BigInt);
const whole = { isPartial: false };

let db: Database;
let rows: (sql: string) => Promise<Record<string, unknown>[]>;
beforeEach(async () => {
  ({ db, rows } = await newStore());
});
const all = async () => (await plants.list(db, { limit: 200 })).plants;

test('adding many plants stores them in order, with a receipt', async () => {
  const given = [named(3), named(1, 'Pūhā', 'weed'), named(2)];
  const { results, receipt } = await bulk.add(db, given, whole, { actorId: 5n });
  expect(results).toEqual(given.map((plant) => ({ plant })));
  expect((await all()).map(({ id }) => id)).toEqual(ids(2, 1, 3));
  expect(await receipts.get(db, receipt)).toMatchObject({ kind: 'add', rows: 3, created: 3, failed: 0 });
});

test('adding many plants stores none if one is refused, and reports all problems', async () => {
  await plants.create(db, named(1, 'Fern'));
  const wrong = new StoreError('invalidField', 'name is missing', {
    problems: [{ pointer: '/name', message: 'is missing' }],
  });
  const refused = bulk.add(db, [named(2), named(1), named(2), wrong], whole);
  await expect(refused).rejects.toMatchObject({
    code: 'idTaken',
    message:
      'nothing was stored: 3 of 4 plants cannot be added: plants[1]: id 1 is already taken by "Fern"; give another id; ' +
      'plants[2]: id 2 is already taken by "plant 2"; give another id; plants[3]: name is missing',
    problems: [{ pointer: '/plants/1/id' }, { pointer: '/plants/2/id' }, { pointer: '/plants/3/name' }],
  });
  expect(await all()).toEqual([named(1, 'Fern')]);
  expect((await receipts.list(db, { limit: 9 })).receipts).toEqual([]);
});

test('the error for one refused plant uses the singular', async () => {
  await plants.create(db, named(1, 'Fern'));
  await expect(bulk.add(db, [named(1)], whole)).rejects.toThrow('1 of 1 plant cannot be added');
});

test('adding many plants stores the valid ones if the caller requests that', async () => {
  await plants.create(db, named(1, 'Fern'));
  const { results, receipt } = await bulk.add(db, [named(1), named(2)], { isPartial: true });
  expect(results).toEqual([
    { error: { error: 40004, message: 'id 1 is already taken by "Fern"; give another id' } },
    { plant: named(2) },
  ]);
  expect(await receipts.get(db, receipt)).toMatchObject({ rows: 2, created: 1, failed: 1 });
});

test('adding accepts a thousand plants with the smallest and the largest ids', async () => {
  const given = Array.from({ length: 998 }, (_, n) => named(n));
  const extremes = [-(2n ** 63n), 2n ** 63n - 1n].map((id) => ({ id, name: 'x' }));
  await bulk.add(db, [...given, ...extremes], whole);
  expect(await rows('SELECT count(*) AS n, min("id") AS a, max("id") AS b FROM "plants"')).toEqual([
    { n: 1000n, a: -(2n ** 63n), b: 2n ** 63n - 1n },
  ]);
});
