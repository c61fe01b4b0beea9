import { expect, test } from 'vitest';
import { sql } from '../../../src/core/sql.ts';
import { plants } from '../../../src/index.ts';
import { newStore } from '../../store.ts';

const fern = (id: number) => ({ id: BigInt(id), name: 'Fern' });

test('reads of one turn of the event loop are answered together, in order', async () => {
  const { db } = await newStore();
  await plants.create(db, fern(1));
  const events: string[] = [];
  const ask = (name: string) => {
    events.push(`${name} asked`);
    return plants.get(db, 1n).then(() => events.push(`${name} answered`));
  };
  const first = ask('first');
  // In the real server, the second request of a turn arrives after the callbacks of the first one.
  await new Promise(process.nextTick);
  await Promise.all([first, ask('second')]);
  expect(events).toEqual(['first asked', 'second asked', 'first answered', 'second answered']);
});

test('a failed read does not affect other reads of its turn', async () => {
  const { db } = await newStore();
  await plants.create(db, fern(1));
  const outcomes = await Promise.allSettled([
    plants.get(db, 1n),
    db.query(sql`SELECT "height" FROM "plants"`),
    plants.get(db, 2n),
  ]);
  expect(outcomes).toMatchObject([
    { value: fern(1) },
    { reason: { message: 'no such column: "height" - should this be a string literal in single-quotes?' } },
    { value: undefined },
  ]);
});

test('closing waits for pending reads', async () => {
  const { db } = await newStore();
  await plants.create(db, fern(1));
  const read = plants.get(db, 1n);
  await db.close();
  expect(await read).toEqual(fern(1));
});

test('a read sees every acknowledged write', async () => {
  const { db } = await newStore();
  const seen = Array.from({ length: 200 }, async (_, id) => {
    await plants.create(db, fern(id));
    return plants.get(db, BigInt(id));
  });
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 200 }, (_, id) => fern(id)));
});
