import type { NewPlant } from '@plant-store/schema';
import { beforeEach, expect, test } from 'vitest';
import { bulk, type Database, plantHistory, plants, receipts, trash } from '../../src/index.ts';
import { newStore } from '../store.ts';

const named = (id: number, name = `plant ${id}`, tag?: string): NewPlant => ({
  id: BigInt(id),
  name,
  ...(tag && { tag }),
});
const ids = (...numbers: number[]) => numbers.map(BigInt);
const whole = { isPartial: false };

let db: Database;
beforeEach(async () => {
  ({ db } = await newStore());
});
const all = async () => (await plants.list(db, { limit: 200 })).plants;

test('changing many plants sets or removes a tag, and reports missing plants', async () => {
  await bulk.add(db, [named(1), named(2, 'b', 'shade'), named(3, 'c', 'sun')], whole);
  expect(await bulk.setTag(db, { ids: ids(1, 2, 2, 9) }, 'shade')).toMatchObject({
    changed: 1,
    missing: [9n],
  });
  expect((await all()).map(({ tag }) => tag)).toEqual(['sun', 'shade', 'shade']);
  const { receipt } = await bulk.setTag(db, { ids: ids(1, 2, 3) }, null);
  expect((await all()).map(({ tag }) => tag)).toEqual([undefined, undefined, undefined]);
  expect(await receipts.get(db, receipt)).toMatchObject({ kind: 'edit', rows: 3, updated: 3, skipped: 0 });
  expect((await plantHistory.list(db, 1n, { limit: 9 })).changes).toMatchObject([
    { change: 'changed', receipt: { id: receipt, kind: 'edit' } },
    { change: 'changed' },
    { change: 'created', receipt: { kind: 'add' } },
  ]);
});

test('a bulk deletion moves many plants to the trash', async () => {
  await bulk.add(db, [named(1), named(2), named(3)], whole);
  expect(await bulk.remove(db, { ids: ids(1, 3, 9) })).toMatchObject({ changed: 2, missing: [9n] });
  expect(await all()).toEqual([named(2)]);
  expect((await trash.list(db, { limit: 9 })).plants).toHaveLength(2);
});

test('changing many plants skips and counts plants that no longer match the filter', async () => {
  await bulk.add(db, [named(1, 'a', 'dead'), named(2, 'b', 'dead'), named(3, 'c', 'dead')], whole);
  await plants.update(db, { id: 2n, tag: 'alive' });
  await plants.remove(db, 3n);
  const found = { ids: ids(1, 2, 3), filter: { words: [], tag: 'dead' } };
  const { receipt, ...changed } = await bulk.remove(db, found);
  expect(changed).toEqual({ changed: 1, missing: [3n] });
  expect(await receipts.get(db, receipt)).toMatchObject({ rows: 3, deleted: 1, skipped: 2 });
  expect(await all()).toEqual([named(2, 'b', 'alive')]);
});

test('changing many plants changes none if the search of the filter has no word', async () => {
  await bulk.add(db, [named(1), named(2)], whole);
  const filter = plants.filterOf({ q: '--' });
  expect(await plants.list(db, { limit: 9, filter })).toEqual({ plants: [], next: undefined });
  expect(await bulk.remove(db, { ids: ids(1, 2), filter })).toMatchObject({ changed: 0 });
  expect(await all()).toHaveLength(2);
});

test('changing many plants changes none if fewer plants are found than expected', async () => {
  await bulk.add(db, [named(1, 'Fern'), named(2, 'Fern')], whole);
  await plants.update(db, { id: 2n, name: 'Moss' });
  const found = { ids: ids(1, 2), filter: { words: ['fer'] }, count: 2 };
  await expect(bulk.setTag(db, found, 'x')).rejects.toMatchObject({
    code: 'preconditionFailed',
    message: expect.stringContaining('now finds 1 plants, not 2'),
  });
  expect(await all()).toEqual([named(2, 'Moss'), named(1, 'Fern')]);
  expect((await receipts.list(db, { limit: 9 })).receipts).toHaveLength(1);
});
