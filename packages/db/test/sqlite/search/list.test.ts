import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { plants } from '../../../src/index.ts';
import { connect, newStore, open } from '../../store.ts';

test('plants are listed newest first, even within one millisecond', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 100 }, (_, i) => BigInt((i * 7919) % 1000));
  // One commit stores these plants, so they have the same time.
  await Promise.all(ids.map((id) => plants.create(db, { id, name: 'Fern' })));
  const { plants: listed } = await plants.list(db, { limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('plants are listed newest first, even after the clock was set back between two starts', async () => {
  const { db, path } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  // As if the clock had been fast when the plant was stored.
  connect(path).exec(`UPDATE plants SET added_at = ${Date.parse('2100-01-01')}000`);
  await plants.create(db, { id: 3n, name: 'Fern' });
  await db.close();
  const again = await open(path);
  await plants.create(again, { id: 2n, name: 'Fern' });
  expect((await plants.list(again, { limit: 50 })).plants.map(({ id }) => id)).toEqual([2n, 3n, 1n]);
});

test('a time is stored in microseconds since 1970', async () => {
  const { db, path } = await newStore();
  const before = BigInt(Date.now()) * 1000n;
  await plants.create(db, { id: 1n, name: 'Fern' });
  const stamp = connect(path).prepare('SELECT added_at FROM plants').pluck().get() as bigint;
  expect(stamp).toBeGreaterThanOrEqual(before - 1000n);
  expect(stamp).toBeLessThanOrEqual(BigInt(Date.now() + 1) * 1000n);
});

test('the list is read in the order of an index, without sorting', async () => {
  const { db, path } = await newStore();
  const prepare = vi.spyOn(SqliteConnection.prototype, 'prepare');
  await plants.list(db, { limit: 50, after: { key: 9n, id: 9n } });
  const sent = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('ORDER BY'));
  expect(sent).toHaveLength(1);
  const plan = connect(path).prepare<[], { detail: string }>(
    `EXPLAIN QUERY PLAN ${sent[0]?.replaceAll('?', '9')}`,
  );
  expect(plan.all().map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH p USING INDEX plants_added_at_id_idx/),
  ]);
});
