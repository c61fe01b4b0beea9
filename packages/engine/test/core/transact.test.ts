import { expect, test } from 'vitest';
import { newStore } from '../store.ts';
import { addLabels, appendTwice } from '../units-of-work.ts';

test('a unit returns its result, and each of its statements sees its earlier writes', async () => {
  const { db } = await newStore();
  expect(await db.transact(addLabels, { ids: [1n, 2n] })).toEqual([{ name: 'y' }, { name: 'y' }]);
});

test('a failed unit stores nothing, and other writes are stored', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled([
    db.transact(addLabels, { ids: [1n] }),
    db.transact(addLabels, { ids: [2n], isRefused: true }),
    db.transact(addLabels, { ids: [3n, 3n] }),
    db.transact(addLabels, { ids: [4n] }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({
    reason: { name: 'StoreError', code: 'preconditionFailed', message: 'not like this' },
  });
  expect(await rows('SELECT "id" FROM "labels" ORDER BY "id"')).toEqual([{ id: 1n }, { id: 4n }]);
});

test('concurrent units run one after the other', async () => {
  const { db, rows } = await newStore();
  await db.transact(addLabels, { ids: [1n] });
  await Promise.all(Array.from({ length: 20 }, () => db.transact(appendTwice, undefined)));
  expect(await rows('SELECT "name" FROM "labels"')).toEqual([{ name: `y${'+-'.repeat(20)}` }]);
});
