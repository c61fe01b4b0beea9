import { type NewPlant, StoreError } from '@plant-store/schema';
import { beforeEach, describe, expect, test } from 'vitest';
import { bulk, type Database, plantHistory, plants, receipts, trash, undo } from '../../src/index.ts';
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

describe('adding many', () => {
  test('stores them in order, and leaves a receipt', async () => {
    const given = [named(3), named(1, 'Pūhā', 'weed'), named(2)];
    const { results, receipt } = await bulk.add(db, given, whole, { actorId: 5n });
    expect(results).toEqual(given.map((plant) => ({ plant })));
    expect((await all()).map(({ id }) => id)).toEqual(ids(2, 1, 3));
    expect(await receipts.get(db, receipt)).toMatchObject({ kind: 'add', rows: 3, created: 3, failed: 0 });
  });

  test('is refused as a whole when one cannot be added, with the problems of all, and leaves nothing', async () => {
    await plants.create(db, named(1, 'Fern'));
    const wrong = new StoreError('invalidField', 'name is missing', {
      problems: [{ pointer: '/name', message: 'is missing' }],
    });
    const refused = bulk.add(db, [named(2), named(1), named(2), wrong], whole);
    await expect(refused).rejects.toMatchObject({
      code: 'idTaken',
      message:
        'nothing was stored, as 3 of 4 plants cannot be added: plants[1]: id 1 is already taken by "Fern"; give another id; ' +
        'plants[2]: id 2 is already taken by "plant 2"; give another id; plants[3]: name is missing',
      problems: [{ pointer: '/plants/1/id' }, { pointer: '/plants/2/id' }, { pointer: '/plants/3/name' }],
    });
    expect(await all()).toEqual([named(1, 'Fern')]);
    expect((await receipts.list(db, { limit: 9 })).receipts).toEqual([]);
  });

  test('adds those that can be added, if that is asked for', async () => {
    await plants.create(db, named(1, 'Fern'));
    const { results, receipt } = await bulk.add(db, [named(1), named(2)], { isPartial: true });
    expect(results).toEqual([
      { error: { error: 40004, message: 'id 1 is already taken by "Fern"; give another id' } },
      { plant: named(2) },
    ]);
    expect(await receipts.get(db, receipt)).toMatchObject({ rows: 2, created: 1, failed: 1 });
  });

  test('takes a thousand at once, with the smallest and the largest ids', async () => {
    const given = Array.from({ length: 998 }, (_, n) => named(n));
    const extremes = [-(2n ** 63n), 2n ** 63n - 1n].map((id) => ({ id, name: 'x' }));
    await bulk.add(db, [...given, ...extremes], whole);
    expect(await rows('SELECT count(*) AS n, min("id") AS a, max("id") AS b FROM "plants"')).toEqual([
      { n: 1000n, a: -(2n ** 63n), b: 2n ** 63n - 1n },
    ]);
  });
});

describe('changing many', () => {
  test('gives a tag, or takes it away, and tells what was not there', async () => {
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

  test('moves many to the trash', async () => {
    await bulk.add(db, [named(1), named(2), named(3)], whole);
    expect(await bulk.remove(db, { ids: ids(1, 3, 9) })).toMatchObject({ changed: 2, missing: [9n] });
    expect(await all()).toEqual([named(2)]);
    expect((await trash.list(db, { limit: 9 })).plants).toHaveLength(2);
  });
});

describe('undo', () => {
  const added = async () => (await bulk.add(db, [named(1), named(2), named(3)], whole)).receipt;

  test('takes away what was added, and what was undone can be had back, again and again', async () => {
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

  test('gives back what was changed, and then takes that back', async () => {
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

  test('puts back what was deleted, in its place', async () => {
    await added();
    const before = await all();
    const { receipt } = await bulk.remove(db, { ids: ids(1, 2) });
    expect(await undo(db, receipt)).toMatchObject({ created: 2, leftCount: 0 });
    expect(await all()).toEqual(before);
  });

  test('leaves alone what was changed or deleted since, and lists it', async () => {
    const receipt = await added();
    await plants.update(db, { id: 1n, name: 'Fern' });
    await plants.remove(db, 2n);
    expect(await undo(db, receipt)).toMatchObject({
      deleted: 1,
      leftCount: 2,
      left: [
        { id: 1n, reason: 'changed' },
        { id: 2n, reason: 'deleted' },
      ],
    });
    expect(await all()).toEqual([named(1, 'Fern')]);
  });

  test('does not put back what has come back already, or whose id is in use, or that was deleted anew', async () => {
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

  test('two actions that are undone in reverse order leave what was there before, also where one deleted and one added', async () => {
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

  test('takes back what is as it was left, though other changes came and went since', async () => {
    const first = await added();
    const second = await bulk.setTag(db, { ids: ids(1, 2, 3) }, 'x');
    const third = await bulk.remove(db, { ids: ids(1, 2) });
    await undo(db, third.receipt);
    expect(await undo(db, second.receipt)).toMatchObject({ updated: 3, leftCount: 0 });
    expect(await all()).toEqual([named(3), named(2), named(1)]);
    expect(await undo(db, first)).toMatchObject({ deleted: 3, leftCount: 0 });
  });

  test('happens once, also when it is asked for many times at once', async () => {
    const receipt = await added();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => undo(db, receipt)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'badRequest',
        message: expect.stringMatching(/has been undone already; .* undo receipt \d+$/),
      },
    });
    expect((await receipts.list(db, { limit: 9 })).receipts).toHaveLength(2);
  });

  test('is not possible after 30 days, nor of what is no receipt', async () => {
    const receipt = await added();
    const past = receipt - 30n * 86_400_000_000n;
    await rows(`UPDATE "receipts" SET "id" = ${past}`);
    expect((await receipts.get(db, past)).undoableUntil).toBeUndefined();
    await expect(undo(db, past)).rejects.toMatchObject({ code: 'badRequest', message: /30 days/ });
    await expect(undo(db, receipt)).rejects.toMatchObject({ code: 'notFound' });
    expect(await all()).toHaveLength(3);
  });

  test('goes through more plants than one statement takes', async () => {
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
});

test('receipts are listed a page at a time, the last first', async () => {
  for (let n = 0; n < 5; n++) await bulk.add(db, [named(n)], whole);
  const found: bigint[] = [];
  let before: bigint | undefined;
  do {
    const page = await receipts.list(db, { limit: 2, before });
    found.push(...page.receipts.map(({ id }) => id));
    before = page.next;
  } while (before !== undefined);
  expect(found).toHaveLength(5);
  expect(found).toEqual([...found].sort((a, b) => Number(b - a)));
});
