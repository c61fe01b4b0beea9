import type { NewPlant } from '@plant-store/schema';
import { beforeEach, expect, test } from 'vitest';
import { bulk, type Database, plants, receipts, trash, undo } from '../../src/index.ts';
import { emptyStore } from '../store.ts';

const named = (id: number, name = `plant ${id}`): NewPlant => ({ id: BigInt(id), name });
const ids = (...numbers: number[]) => numbers.map(BigInt);
const whole = { isPartial: false };

let db: Database;
let rows: (sql: string) => Promise<Record<string, unknown>[]>;
beforeEach(async () => {
  ({ db, rows } = await emptyStore());
});
const all = async () => (await plants.list(db, { limit: 200 })).plants;

const added = async () => (await bulk.add(db, [named(1), named(2), named(3)], whole)).receipt;

test('undo removes added plants, and an undo can be undone repeatedly', async () => {
  const before = await added();
  const listed = await all();
  const gone = await undo(db, before);
  expect(gone).toMatchObject({ deleted: 3, created: 0, updated: 0, leftCount: 0, left: [] });
  expect(await all()).toEqual([]);
  const back = await undo(db, gone.receipt);
  expect(back).toMatchObject({ created: 3, deleted: 0, leftCount: 0 });
  expect(await all()).toEqual(listed);
  expect(await undo(db, back.receipt)).toMatchObject({ deleted: 3, leftCount: 0 });
  expect(await all()).toEqual([]);
});

test('undo restores changed values, and a second undo reverses that', async () => {
  await added();
  await bulk.setTag(db, { ids: ids(2) }, 'old');
  const before = await all();
  const { receipt } = await bulk.setTag(db, { ids: ids(1, 2) }, 'new');
  const after = await all();
  const undone = await undo(db, receipt);
  expect(undone).toMatchObject({ updated: 2, leftCount: 0 });
  expect(await all()).toEqual(before);
  expect(await undo(db, undone.receipt)).toMatchObject({ updated: 2 });
  expect(await all()).toEqual(after);
});

test('undo restores deleted plants without a change', async () => {
  await added();
  const before = await all();
  const { receipt } = await bulk.remove(db, { ids: ids(1, 2) });
  expect(await undo(db, receipt)).toMatchObject({ created: 2, leftCount: 0 });
  expect(await all()).toEqual(before);
});

test('undo skips and lists plants that were changed or deleted after the receipt', async () => {
  const receipt = await added();
  await plants.update(db, { id: 1n, name: 'Fern' });
  await plants.remove(db, 2n);
  const left = [
    { id: 1n, reason: 'changed' },
    { id: 2n, reason: 'deleted' },
  ];
  const undone = await undo(db, receipt);
  expect(undone).toMatchObject({ deleted: 1, leftCount: 2, left });
  expect(await receipts.undoFacts(db, undone.receipt)).toEqual({ left, added: undefined });
  expect(await all()).toEqual([named(1, 'Fern')]);
});

test('undo reports a plant whose former values are deleted', async () => {
  await added();
  const { receipt } = await bulk.setTag(db, { ids: ids(1, 2) }, 'new');
  await rows('DELETE FROM "plant_versions" WHERE "plant_id" = 2');
  expect(await undo(db, receipt)).toMatchObject({
    ...{ updated: 1, leftCount: 1, left: [{ id: 2n, reason: 'changed' }] },
  });
});

test('undo does not restore a plant that was restored or deleted again, or whose id is in use', async () => {
  await added();
  const { receipt } = await bulk.remove(db, { ids: ids(1, 2, 3) });
  await trash.restore(db, 1n);
  await plants.create(db, named(2, 'Moss'));
  await plants.create(db, named(3, 'Reed'));
  await plants.remove(db, 3n);
  expect(await undo(db, receipt)).toMatchObject({
    created: 0,
    leftCount: 3,
    left: [
      { id: 1n, reason: 'changed' },
      { id: 2n, reason: 'idTaken' },
      { id: 3n, reason: 'changed' },
    ],
  });
  expect(await all()).toEqual([named(2, 'Moss'), named(1)]);
});

test('undoing two actions in reverse order restores the first state, even after delete and add', async () => {
  await added();
  const before = await all();
  const removed = await bulk.remove(db, { ids: ids(1, 2, 3) });
  const addedAnew = await bulk.add(db, [named(1, 'Moss'), named(2, 'Reed')], whole);
  await bulk.setTag(db, { ids: ids(2) }, 'wet');
  expect(await undo(db, addedAnew.receipt)).toMatchObject({
    deleted: 1,
    left: [{ id: 2n, reason: 'changed' }],
  });
  await plants.remove(db, 2n);
  expect(await undo(db, removed.receipt)).toMatchObject({
    created: 2,
    left: [{ id: 2n, reason: 'changed' }],
  });
  expect(await all()).toEqual(before.filter(({ id }) => id !== 2n));
});

test('undo restores a plant with the recorded values after any changes in between', async () => {
  const first = await added();
  const second = await bulk.setTag(db, { ids: ids(1, 2, 3) }, 'x');
  const third = await bulk.remove(db, { ids: ids(1, 2) });
  await undo(db, third.receipt);
  expect(await undo(db, second.receipt)).toMatchObject({ updated: 3, leftCount: 0 });
  expect(await all()).toEqual([named(3), named(2), named(1)]);
  expect(await undo(db, first)).toMatchObject({ deleted: 3, leftCount: 0 });
});

test('only one of many concurrent undos of a receipt takes effect', async () => {
  const receipt = await added();
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => undo(db, receipt)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'badRequest',
      message: expect.stringMatching(/was already undone; .* undo receipt \d+$/),
    },
  });
  expect((await receipts.list(db, { limit: 9 })).receipts).toHaveLength(2);
});

test('undo is refused after 30 days, and for an unknown id', async () => {
  const receipt = await added();
  const past = receipt - 30n * 86_400_000_000n;
  await rows(`UPDATE "receipts" SET "id" = ${past}`);
  expect((await receipts.get(db, past)).undoableUntil).toBeUndefined();
  await expect(undo(db, past)).rejects.toMatchObject({ code: 'badRequest', message: /30 days/ });
  await expect(undo(db, receipt)).rejects.toMatchObject({ code: 'notFound' });
  expect(await all()).toHaveLength(3);
});

test('undo processes more plants than fit in one statement', async () => {
  for (const from of [0, 1000, 2000])
    await bulk.add(
      db,
      Array.from({ length: 1000 }, (_, n) => named(from + n)),
      whole,
    );
  const every = Array.from({ length: 3000 }, (_, n) => BigInt(n));
  const edited = await bulk.setTag(db, { ids: every }, 'x');
  expect(await undo(db, edited.receipt)).toMatchObject({ updated: 3000, leftCount: 0 });
  const removed = await bulk.remove(db, { ids: every });
  expect(await undo(db, removed.receipt)).toMatchObject({ created: 3000, leftCount: 0 });
  expect(await rows(`SELECT count(*) AS n FROM "plants" WHERE "tag" IS NULL`)).toEqual([{ n: 3000n }]);
});

test('the receipt of an undo counts removed plants as deleted and unchanged plants as skipped', async () => {
  const receipt = await added();
  await plants.update(db, { id: 1n, name: 'Fern' });
  const undone = await undo(db, receipt);
  expect(await receipts.get(db, undone.receipt)).toMatchObject({
    ...{ kind: 'undo', undoes: receipt, rows: 3 },
    ...{ created: 0, updated: 0, deleted: 2, skipped: 1, failed: 0 },
  });
});
