import { StoreError } from '@plant-store/schema';
import { describe, expect, test } from 'vitest';
import { bulk, imports, plantHistory, plants, tokens, trash } from '../../src/index.ts';
import { newStore } from '../store.ts';

const fern = { id: 7n, name: 'Fern', tag: 'shade' };
const refuse = () => {
  throw new StoreError('preconditionFailed', 'no');
};

async function storeWithFern() {
  const store = await newStore();
  const { token } = await tokens.create(store.db, { name: 'till', scopes: ['admin'] });
  const by = { actorId: token.actorId };
  await plants.create(store.db, fern, by);
  const history = async (id = 7n) => (await plantHistory.list(store.db, id, { limit: 50 })).changes;
  return { ...store, by, history };
}

describe('a plant in a store', () => {
  test('is replaced by a plant with its id, or added if it is missing', async () => {
    const { db } = await storeWithFern();
    const moss = { id: 7n, name: 'Moss' };
    expect(await plants.replace(db, moss)).toEqual({ plant: moss, isNew: false });
    expect(await plants.get(db, 7n)).toEqual(moss);
    expect(await plants.replace(db, { ...moss, id: 8n })).toEqual({
      plant: { ...moss, id: 8n },
      isNew: true,
    });
  });

  test('is changed by a patch, and loses its tag by null', async () => {
    const { db } = await storeWithFern();
    expect(await plants.update(db, { id: 7n, name: 'Moss' })).toEqual({ ...fern, name: 'Moss' });
    expect(await plants.update(db, { id: 7n, tag: null })).toEqual({ id: 7n, name: 'Moss' });
    expect(await plants.get(db, 7n)).toEqual({ id: 7n, name: 'Moss' });
  });

  test('is refused by change, delete and restore if it is missing', async () => {
    const { db } = await newStore();
    for (const attempt of [
      () => plants.update(db, { id: 7n, name: 'Moss' }),
      () => plants.remove(db, 7n),
      () => trash.restore(db, 7n),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'notFound' });
  });

  test('stays unchanged and gets no history if a check refuses the change', async () => {
    const { db, by, history } = await storeWithFern();
    for (const attempt of [
      () => plants.replace(db, { id: 7n, name: 'Moss' }, by, refuse),
      () => plants.update(db, { id: 7n, name: 'Moss' }, by, refuse),
      () => plants.remove(db, 7n, by, refuse),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'preconditionFailed' });
    expect(await plants.get(db, 7n)).toEqual(fern);
    expect(await history()).toHaveLength(1);
  });

  test('gets all of several concurrent changes, each based on the previous change', async () => {
    const { db, history } = await storeWithFern();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        plants.update(db, { id: 7n, name: `Fern ${n}` }, {}, (found) => expect(found?.tag).toBe('shade')),
      ),
    );
    const changes = await history();
    expect(changes).toHaveLength(21);
    for (const [index, change] of changes.entries())
      if (index < 20) expect(change.before).toEqual(changes[index + 1]?.plant);
  });

  test('keeps its place in the list after a change and a restore', async () => {
    const { db } = await storeWithFern();
    await plants.create(db, { id: 8n, name: 'Moss' });
    await plants.update(db, { id: 7n, name: 'Fern tree' });
    await plants.remove(db, 7n);
    await trash.restore(db, 7n);
    expect((await plants.list(db, { limit: 9 })).plants.map(({ id }) => id)).toEqual([8n, 7n]);
  });
});

describe('the history of a plant', () => {
  test('shows the actor of each change, latest first', async () => {
    const { db, by, history } = await storeWithFern();
    await plants.update(db, { id: 7n, tag: null }, by);
    await plants.remove(db, 7n, by);
    await trash.restore(db, 7n);
    const till = { kind: 'token', name: 'till' };
    const bare = { id: 7n, name: 'Fern' };
    expect(await history()).toEqual([
      { change: 'restored', before: bare, plant: bare, at: expect.any(Date) },
      { change: 'deleted', by: till, before: bare, plant: bare, at: expect.any(Date) },
      { change: 'changed', by: till, before: fern, plant: bare, at: expect.any(Date) },
      { change: 'created', by: till, plant: fern, at: expect.any(Date) },
    ]);
  });

  test('has no entry for a write without a change', async () => {
    const { db, history } = await storeWithFern();
    await plants.update(db, { id: 7n, name: 'Fern' });
    await plants.replace(db, fern);
    expect(await history()).toHaveLength(1);
  });

  test('has the order of the changes, even if the clock was set back', async () => {
    const { db, rows, history, by } = await storeWithFern();
    await plants.remove(db, 7n);
    await rows('UPDATE "plant_versions" SET "changed_at" = "changed_at" + 3600000000 WHERE "change" = 3');
    await plants.create(db, { id: 7n, name: 'Moss' });
    await plants.update(db, { id: 7n, tag: 'wet' });
    await plants.remove(db, 7n);
    await bulk.add(db, [{ id: 7n, name: 'Reed' }], { isPartial: false }, by);
    await plants.remove(db, 7n);
    const bytes = (async function* () {
      yield Buffer.from('id,name\n7,Sedge\n');
    })();
    await imports.run(db, { bytes, read: {}, duplicates: 'refuse', isDryRun: false });
    await plants.replace(db, { id: 7n, name: 'Rush' });
    await plants.remove(db, 7n);
    expect((await history()).map(({ change, plant }) => [change, plant.name])).toEqual([
      ['deleted', 'Rush'],
      ['changed', 'Rush'],
      ['created', 'Sedge'],
      ['deleted', 'Reed'],
      ['created', 'Reed'],
      ['deleted', 'Moss'],
      ['changed', 'Moss'],
      ['created', 'Moss'],
      ['deleted', 'Fern'],
      ['created', 'Fern'],
    ]);
  });

  test('is read page by page, without a repetition or a gap', async () => {
    const { db, history } = await storeWithFern();
    for (let n = 0; n < 6; n++) await plants.update(db, { id: 7n, name: `Fern ${n}` });
    const paged = [];
    let before: bigint | undefined;
    do {
      const page = await plantHistory.list(db, 7n, { limit: 3, before });
      paged.push(...page.changes);
      before = page.next;
    } while (before !== undefined);
    expect(paged).toEqual(await history());
  });

  test('has no next page after a full last page', async () => {
    const { db } = await storeWithFern();
    for (let n = 0; n < 3; n++) await plants.update(db, { id: 7n, name: `Fern ${n}` });
    const { changes, next } = await plantHistory.list(db, 7n, { limit: 2 });
    expect([changes.length, next]).toEqual([2, expect.any(BigInt)]);
    const last = await plantHistory.list(db, 7n, { limit: 2, before: next });
    expect(last.changes.map(({ change }) => change)).toEqual(['changed', 'created']);
    expect(last.next).toBeUndefined();
  });

  test('of a new plant with the id of a deleted one shows the deletion, and no earlier change', async () => {
    const { db, history } = await storeWithFern();
    await plants.remove(db, 7n);
    await plants.create(db, { id: 7n, name: 'Moss' });
    expect((await history()).map(({ change, before }) => [change, before?.name])).toEqual([
      ['created', undefined],
      ['deleted', 'Fern'],
      ['created', undefined],
    ]);
  });
});
