import { StoreError } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { sql } from '../../src/engine/statement.ts';
import { ask } from '../../src/engine/unit.ts';
import { newStore } from '../store.ts';

const actor = (id: number) =>
  sql`INSERT INTO "actors" ("id", "kind", "name") VALUES (${BigInt(id)}, 'token', 'x')`;
const refusal = new StoreError('preconditionFailed', 'not like this');

test('a unit gives what it returns, and each of its statements sees what those before it did', async () => {
  const { db } = await newStore();
  const names = await db.transact(function* () {
    yield actor(1);
    const [row] = yield* ask<{ name: string }>(sql`UPDATE "actors" SET "name" = 'y' RETURNING "name"`);
    return [row?.name, ...(yield* ask<{ name: string }>(sql`SELECT "name" FROM "actors"`))];
  });
  expect(names).toEqual(['y', { name: 'y' }]);
});

test('a unit that throws, or that a statement fails in, leaves nothing, and what is written beside it stays', async () => {
  const { db, rows } = await newStore();
  const outcomes = await Promise.allSettled([
    db.execute(actor(1)),
    db.transact(function* () {
      yield actor(2);
      throw refusal;
    }),
    db.transact(function* () {
      yield actor(3);
      yield actor(3);
    }),
    db.transact(function* () {
      yield actor(4);
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: refusal });
  expect(await rows('SELECT "id" FROM "actors" ORDER BY "id"')).toEqual([{ id: 1n }, { id: 4n }]);
});

test('units that meet are made one after the other', async () => {
  const { db, rows } = await newStore();
  await db.execute(actor(1));
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transact(function* () {
        yield* ask(sql`UPDATE "actors" SET "name" = "name" || '+' WHERE "id" = 1`);
        yield sql`UPDATE "actors" SET "name" = "name" || '-' WHERE "id" = 1`;
      }),
    ),
  );
  expect(await rows('SELECT "name" FROM "actors"')).toEqual([{ name: `x${'+-'.repeat(20)}` }]);
});
