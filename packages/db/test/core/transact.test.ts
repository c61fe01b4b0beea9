import { expect, test } from 'vitest';
import { addActors, appendTwice } from '../named-units.ts';
import { newStore } from '../store.ts';

test('a unit returns its result, and each of its statements sees its earlier writes', async () => {
  const { db } = await newStore();
  expect(await db.transact(addActors, { ids: [1n, 2n] })).toEqual([{ name: 'y' }, { name: 'y' }]);
});

test('a failed unit stores nothing, and other writes are stored', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled([
    db.prisma.actor.create({ data: { id: 1n, kind: 'token', name: 'x' } }),
    db.transact(addActors, { ids: [2n], isRefused: true }),
    db.transact(addActors, { ids: [3n, 3n] }),
    db.transact(addActors, { ids: [4n] }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({
    reason: { name: 'StoreError', code: 'preconditionFailed', message: 'not like this' },
  });
  expect(await rows('SELECT "id" FROM "actors" ORDER BY "id"')).toEqual([{ id: 1n }, { id: 4n }]);
});

test('concurrent units run one after the other', async () => {
  const { db, rows } = await newStore();
  await db.prisma.actor.create({ data: { id: 1n, kind: 'token', name: 'x' } });
  await Promise.all(Array.from({ length: 20 }, () => db.transact(appendTwice, undefined)));
  expect(await rows('SELECT "name" FROM "actors"')).toEqual([{ name: `x${'+-'.repeat(20)}` }]);
});
