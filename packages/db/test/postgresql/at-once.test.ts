import { expect, onTestFinished, test, vi } from 'vitest';
import { bulk, type Database, plantHistory, plants, trash, undo } from '../../src/index.ts';
import { importText } from '../files.ts';
import { newStore } from '../store.ts';
import { connectTo } from '../testing.ts';

const named = (id: number) => ({ id: BigInt(id), name: `plant ${id}` });
const whole = { isPartial: false };

/** Finds a connection that waits for another connection to commit. */
const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%plants%'`;

/**
 * A store with plants 1 to 3, and another program that has changed the second plant without a commit, after `before`.
 * `receipt` is that of the last bulk action.
 */
async function changing(sql: string, before?: (db: Database) => Promise<{ receipt: bigint }>) {
  const store = await newStore();
  const added = await bulk.add(store.db, [named(1), named(2), named(3)], whole);
  const { receipt } = (await before?.(store.db)) ?? added;
  const other = await connectTo(store.url);
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  await other.query(sql);
  return {
    ...store,
    receipt,
    /** Commits as soon as a connection waits for the commit. */
    async commit() {
      await vi.waitFor(async () => expect(await store.rows(waiting)).not.toEqual([]));
      await other.query('COMMIT');
    },
  };
}

const rename = `
  INSERT INTO plant_versions (plant_id, changed_at, change, receipt_id, name, added_at)
    SELECT id, added_at, 0, receipt_id, name, added_at FROM plants WHERE id = 2;
  UPDATE plants SET name = 'renamed', changed_at = added_at + 1, receipt_id = NULL, change = 1 WHERE id = 2`;

test('a bulk action includes a plant that is changed at the same moment', async () => {
  const { db, commit } = await changing(rename);
  const edited = bulk.setTag(db, { ids: [1n, 2n, 3n] }, 'herb');
  await commit();
  expect(await edited).toMatchObject({ changed: 3, missing: [] });
  expect(await plants.get(db, 2n)).toEqual({ id: 2n, name: 'renamed', tag: 'herb' });
});

test('plants are locked in the order of their ids, so two bulk actions do not deadlock', async () => {
  const store = await newStore();
  const many = Array.from({ length: 1_500 }, (_, i) => named(1_500 - i));
  for (const from of [0, 1_000]) await bulk.add(store.db, many.slice(from, from + 1_000), whole);
  const other = await connectTo(store.url);
  onTestFinished(() => other.end());
  await other.query('BEGIN; SELECT 1 FROM plants WHERE id = 1 FOR UPDATE');
  const edited = bulk.setTag(store.db, { ids: many.map(({ id }) => id) }, 'herb');
  await vi.waitFor(async () => expect(await store.rows(waiting)).not.toEqual([]));
  await other.query('SELECT 1 FROM plants WHERE id > 1 FOR UPDATE NOWAIT');
  await other.query('COMMIT');
  expect(await edited).toMatchObject({ changed: 1_500, missing: [] });
});

test('a bulk action skips a plant whose concurrent change no longer matches the filter', async () => {
  const { db, commit } = await changing(rename);
  const removed = bulk.remove(db, { ids: [1n, 2n, 3n], filter: { words: ['plant'] } });
  await commit();
  expect(await removed).toMatchObject({ changed: 2, missing: [] });
  expect(await plants.get(db, 2n)).toEqual({ id: 2n, name: 'renamed' });
});

test('a bulk action reports a plant that is deleted at the same moment as missing', async () => {
  const { db, commit } = await changing('DELETE FROM plants WHERE id = 2');
  const removed = bulk.remove(db, { ids: [1n, 2n, 3n] });
  await commit();
  expect(await removed).toMatchObject({ changed: 2, missing: [2n] });
});

test('an undo skips and reports a plant that is changed at the same moment', async () => {
  const { db, receipt, commit } = await changing(rename);
  const undone = undo(db, receipt);
  await commit();
  expect(await undone).toMatchObject({ deleted: 2, leftCount: 1, left: [{ id: 2n, reason: 'changed' }] });
  expect(await plants.get(db, 2n)).toEqual({ id: 2n, name: 'renamed' });
});

test('a bulk action does not change a new plant with the id of a concurrently deleted plant', async () => {
  const { db, rows, commit } = await changing(`
    INSERT INTO plant_versions (plant_id, changed_at, change, name, added_at)
      SELECT id, added_at + 1000000000, 3, name, added_at FROM plants WHERE id = 2;
    DELETE FROM plants WHERE id = 2`);
  const added = plants.create(db, { id: 2n, name: 'New' });
  await commit();
  await added;
  const { receipt } = await bulk.setTag(db, { ids: [2n] }, 'herb');
  await rows('UPDATE plants SET changed_at = changed_at + 2000000000 WHERE id = 2');
  expect(await undo(db, receipt)).toMatchObject({ updated: 1 });
  expect(await plants.get(db, 2n)).toEqual({ id: 2n, name: 'New' });
});

/** Adds and deletes a plant whose id a deleted one had. */
const added = `
  INSERT INTO plants (id, name, folded, added_at) SELECT 2, 'newer', 'newer', max(changed_at) + 1 FROM plant_versions;
  INSERT INTO plant_versions (plant_id, changed_at, change, name, added_at) SELECT id, added_at, 0, name, added_at FROM plants WHERE id = 2;
  INSERT INTO plant_versions (plant_id, changed_at, change, name, added_at, purged_at)
    SELECT id, added_at + 1000000000, 3, name, added_at, added_at + 2000000000 FROM plants WHERE id = 2;
  DELETE FROM plants WHERE id = 2`;
const removal = (db: Database) => bulk.remove(db, { ids: [1n, 2n] });

test('a restore restores the plant that is deleted last, also one that is deleted at the same moment', async () => {
  const { db, commit } = await changing(added, removal);
  const restored = trash.restore(db, 2n);
  await commit();
  expect(await restored).toEqual({ id: 2n, name: 'newer' });
  const { changes } = await plantHistory.list(db, 2n, { limit: 3 });
  expect(changes.map(({ change }) => change)).toEqual(['restored', 'deleted', 'created']);
});

test('an undo of a deletion leaves an id alone whose next plant is deleted at the same moment', async () => {
  const { db, receipt, commit } = await changing(added, removal);
  const undone = undo(db, receipt);
  await commit();
  expect(await undone).toMatchObject({ created: 1, leftCount: 1, left: [{ id: 2n, reason: 'changed' }] });
  expect(await plants.get(db, 2n)).toBeUndefined();
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['bulk action', (db) => bulk.add(db, [named(2)], whole)],
  ['import', (db) => importText(db, 'id,name\n2,plant 2\n')],
])('a plant is stamped after an earlier one that is deleted at the same moment: %s', async (_, add) => {
  const { db, commit } = await changing(added, removal);
  const adding = add(db);
  await commit();
  await adding;
  await plants.update(db, { id: 2n, name: 'changed' });
  const { changes } = await plantHistory.list(db, 2n, { limit: 5 });
  expect(changes.map(({ change, plant }) => [change, plant.name])).toEqual([
    ['changed', 'changed'],
    ['created', 'plant 2'],
    ['deleted', 'newer'],
    ['created', 'newer'],
    ['deleted', 'plant 2'],
  ]);
});

test('plants that are added together share commits, and each has its own outcome and entry', async () => {
  const { db, rows } = await newStore();
  let commits = 0;
  db.monitor.onCommit(() => commits++);
  const ids = [...Array.from({ length: 40 }, (_, index) => index), 7, 39];
  const outcomes = await Promise.allSettled(ids.map((id) => plants.create(db, named(id))));
  expect(commits).toBeLessThan(20);
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? ids[index] : []))).toEqual([7, 39]);
  expect(outcomes[21]).toEqual({ status: 'fulfilled', value: named(21) });
  const subjects = await rows(
    `SELECT "subject"::int AS "id" FROM "audit_pending" WHERE "action" = 'plants.create' ORDER BY 1`,
  );
  expect(subjects.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index));
});

test('a plant whose id another transaction holds does not hold up those that are added with it', async () => {
  const { db, url } = await newStore();
  const other = await connectTo(url);
  onTestFinished(() => other.end());
  await other.query(`BEGIN; INSERT INTO plants (id, name, folded, added_at) VALUES (20, 'held', 'held', 1)`);
  const writes = Array.from({ length: 40 }, (_, id) => plants.create(db, named(id)));
  const held = writes[20];
  // The server would end a statement that waits with the one that is held, after 5 s.
  const others = writes.filter((write) => write !== held);
  expect((await Promise.all(others)).map(({ id }) => Number(id))).not.toContain(20);
  await other.query('ROLLBACK');
  expect(await held).toEqual(named(20));
});

test('thirty plants whose ids another transaction holds do not take all connections', async () => {
  const { db, url, rows } = await newStore();
  const other = await connectTo(url);
  onTestFinished(() => other.end());
  const held = Array.from({ length: 30 }, (_, id) => id);
  const values = held.map((id) => `(${id}, 'held', 'held', 1)`);
  await other.query(`BEGIN; INSERT INTO plants (id, name, folded, added_at) VALUES ${values}`);
  let ended = 0;
  const writes = held.map((id) => plants.create(db, named(id)).finally(() => ended++));
  // Of more than the connections, each would wait for 5 s.
  await vi.waitFor(async () => expect(await rows(waiting)).not.toEqual([]));
  for (const id of [100, 101, 102]) expect(await plants.create(db, named(id))).toEqual(named(id));
  expect(ended).toBe(0);
  await other.query('ROLLBACK');
  expect(await Promise.all(writes)).toEqual(held.map(named));
});

test('a plant that the server refuses fails alone', async () => {
  const { db } = await newStore();
  const writes = Array.from({ length: 40 }, (_, id) =>
    plants.create(db, { ...named(id), ...(id === 20 && { name: 'a NUL \0' }) }),
  );
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.flatMap(({ status }, id) => (status === 'rejected' ? id : []))).toEqual([20]);
});
