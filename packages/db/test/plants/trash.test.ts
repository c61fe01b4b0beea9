import { expect, onTestFinished, test, vi } from 'vitest';
import { plantHistory, plants, tokens, trash } from '../../src/index.ts';
import { newStore } from '../store.ts';

const fern = { id: 7n, name: 'Fern', tag: 'shade' };

async function storeWithFern() {
  const store = await newStore();
  const { token } = await tokens.create(store.db, { name: 'till', scopes: ['admin'] });
  const by = { actorId: token.actorId };
  await plants.create(store.db, fern, by);
  const history = async (id = 7n) => (await plantHistory.list(store.db, id, { limit: 50 })).changes;
  return { ...store, by, history };
}

test('the trash lists deleted plants, latest first, with the actor and the end of the time limit', async () => {
  const { db, by } = await storeWithFern();
  await plants.create(db, { id: 8n, name: 'Moss' });
  await plants.remove(db, 7n, by);
  await plants.remove(db, 8n);
  const { plants: found, next } = await trash.list(db, { limit: 1 });
  expect(found).toMatchObject([{ plant: { id: 8n, name: 'Moss' }, deletedBy: undefined }]);
  const { plants: rest } = await trash.list(db, { limit: 1, after: next });
  expect(rest).toMatchObject([{ plant: fern, deletedBy: { kind: 'token', name: 'till' } }]);
  const { deletedAt, purgedAt } = rest[0] as (typeof rest)[0];
  expect(Math.abs(deletedAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect((purgedAt.getTime() - deletedAt.getTime()) / 86_400_000).toBeCloseTo(30);
});

test('a restore returns the plant unchanged', async () => {
  const { db } = await storeWithFern();
  await plants.remove(db, 7n);
  expect(await trash.restore(db, 7n)).toEqual(fern);
  expect(await plants.get(db, 7n)).toEqual(fern);
  expect((await trash.list(db, { limit: 9 })).plants).toEqual([]);
});

test('a restore is refused while the id is in use', async () => {
  const { db } = await storeWithFern();
  await plants.remove(db, 7n);
  await plants.create(db, { id: 7n, name: 'Moss' });
  await expect(trash.restore(db, 7n)).rejects.toMatchObject({
    code: 'idTaken',
    message: 'id 7 is already taken by "Moss"; give another id',
  });
  expect((await trash.list(db, { limit: 9 })).plants).toEqual([]);
  await plants.remove(db, 7n);
  expect((await trash.list(db, { limit: 9 })).plants).toMatchObject([{ plant: { name: 'Moss' } }]);
});

test('plants leave the trash after 30 days, with their history; other plants stay', async () => {
  const { db, rows, history } = await storeWithFern();
  await plants.update(db, { id: 7n, name: 'Tree fern' });
  await plants.remove(db, 7n);
  await plants.create(db, { id: 8n, name: 'Moss' });
  await plants.remove(db, 8n);
  await trash.restore(db, 8n);
  expect(await trash.purge(db, 10)).toBe(0);
  await rows('UPDATE "plant_versions" SET "purged_at" = "purged_at" - 30 * 86400000000');
  await expect(trash.restore(db, 7n)).rejects.toMatchObject({ code: 'notFound' });
  expect((await trash.list(db, { limit: 9 })).plants).toEqual([]);
  expect(await trash.purge(db, 10)).toBe(1);
  expect(await history()).toEqual([]);
  expect(await history(8n)).toHaveLength(3);
});

test('the trash lists each old deletion once, even if many later ones were restored or added again', async () => {
  const { db, rows } = await newStore();
  const [visible, hidden] = [7, 40_010];
  // One bulk action deletes the plants, so the newest deletions have the highest ids. All those ids are in use again.
  await rows(`INSERT INTO "plant_versions" ("plant_id", "changed_at", "change", "name", "added_at", "purged_at")
    WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${visible + hidden})
    SELECT "i", 2, 3, 'plant', 1, 4000000000000000 FROM "n"`);
  await rows(`INSERT INTO "plants" ("id", "name", "folded", "added_at")
    SELECT "plant_id", 'plant', ' plant', 3 FROM "plant_versions" WHERE "plant_id" > ${visible}`);
  const first = await trash.list(db, { limit: 5 });
  const rest = await trash.list(db, { limit: 5, after: first.next });
  expect([...first.plants, ...rest.plants].map(({ plant }) => plant.id)).toEqual([
    7n,
    6n,
    5n,
    4n,
    3n,
    2n,
    1n,
  ]);
  expect(rest.next).toBeUndefined();
});

test('the time limit of the trash follows the clock of the database', async () => {
  const { db } = await storeWithFern();
  await plants.remove(db, 7n);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await trash.list(db, { limit: 9 })).plants).toHaveLength(1);
});

test('upkeep keeps the changes of other plants and of a later plant with the same id', async () => {
  const { db, rows, history } = await storeWithFern();
  await plants.create(db, { id: 8n, name: 'Moss' });
  await plants.update(db, { id: 8n, name: 'Peat moss' });
  await plants.remove(db, 7n);
  await rows('UPDATE "plant_versions" SET "purged_at" = "purged_at" - 30 * 86400000000');
  await plants.create(db, { id: 7n, name: 'Reed' });
  await plants.update(db, { id: 7n, name: 'Bulrush' });
  expect(await trash.purge(db, 10)).toBe(1);
  const changesOf = async (id: bigint) => (await history(id)).map(({ plant }) => plant.name);
  expect(await changesOf(8n)).toEqual(['Peat moss', 'Moss']);
  expect(await changesOf(7n)).toEqual(['Bulrush', 'Reed']);
});
