import { expect, test } from 'vitest';
import { auditLog, plants } from '../../src/index.ts';
import { newStore } from '../store.ts';

test('what is written in one commit is told in the order in which it was done', async () => {
  const { db } = await newStore();
  await Promise.all([
    plants.create(db, { id: 7n, name: 'Fern' }),
    plants.remove(db, 7n),
    plants.create(db, { id: 7n, name: 'Moss' }),
  ]);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 9 });
  expect(entries.map(({ action }) => action)).toEqual(['plants.create', 'plants.delete', 'plants.create']);
  expect((await auditLog.verify(db)).fault).toBeUndefined();
});
