import { expect, test } from 'vitest';
import { auditLog, bulk, plants } from '../../../src/index.ts';
import { newStore } from '../../store.ts';

test('the audit log has the writes of one commit in their order', async () => {
  const { db } = await newStore();
  const commits: number[] = [];
  db.monitor.onCommit((writes) => commits.push(writes));
  await Promise.all([
    plants.create(db, { id: 7n, name: 'Fern' }),
    bulk.add(db, [{ id: 8n, name: 'Moss' }], { isPartial: false }),
    plants.create(db, { id: 9n, name: 'Rush' }),
  ]);
  // The writes are in one commit, unless the machine is so busy that a group ends early.
  expect(commits.reduce((sum, writes) => sum + writes)).toBe(3);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 9 });
  expect(entries.map(({ action }) => action)).toEqual([
    'plants.create',
    'plants.createMany',
    'plants.create',
  ]);
  expect((await auditLog.verify(db)).fault).toBeUndefined();
});

test('plants of concurrent requests are stored and listed in the order of arrival', async () => {
  const { db } = await newStore();
  const ids = Array.from({ length: 100 }, (_, i) => BigInt((i * 37) % 100));
  await Promise.all(ids.map((id) => plants.create(db, { id, name: 'Fern' })));
  const { plants: listed } = await plants.list(db, { limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
});
