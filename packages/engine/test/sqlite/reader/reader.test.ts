import { expect, test } from 'vitest';
import { sql } from '../../../src/core/sql.ts';
import { createReader } from '../../../src/sqlite/reader/reader.ts';
import { newStore, notes } from '../../store.ts';

const fern = (id: number) => ({ id: BigInt(id), text: 'Fern' });

test('reads of one turn of the event loop are answered together, in order', async () => {
  const { db } = await newStore();
  await notes.create(db, fern(1));
  const events: string[] = [];
  const ask = (name: string) => {
    events.push(`${name} asked`);
    return notes.get(db, 1n).then(() => events.push(`${name} answered`));
  };
  const first = ask('first');
  // In the real server, the second request of a turn arrives after the callbacks of the first one.
  await new Promise(process.nextTick);
  await Promise.all([first, ask('second')]);
  expect(events).toEqual(['first asked', 'second asked', 'first answered', 'second answered']);
});

test('a failed read does not affect other reads of its turn', async () => {
  const { db } = await newStore();
  await notes.create(db, fern(1));
  const outcomes = await Promise.allSettled([
    notes.get(db, 1n),
    db.query(sql`SELECT "height" FROM "notes"`),
    notes.get(db, 2n),
  ]);
  expect(outcomes).toMatchObject([
    { value: fern(1) },
    { reason: { message: 'no such column: "height" - should this be a string literal in single-quotes?' } },
    { value: undefined },
  ]);
});

test('closing waits for pending reads', async () => {
  const { db } = await newStore();
  await notes.create(db, fern(1));
  const read = notes.get(db, 1n);
  await db.close();
  expect(await read).toEqual(fern(1));
});

test('a read sees every acknowledged write', async () => {
  const { db } = await newStore();
  const seen = Array.from({ length: 200 }, async (_, id) => {
    await notes.create(db, fern(id));
    return notes.get(db, BigInt(id));
  });
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 200 }, (_, id) => fern(id)));
});

/** A reader whose reads take 4 ms each by its clock. It notes the reads and the ends of turns. */
function slowReader() {
  let ms = 0;
  const events: string[] = [];
  const reader = createReader(() => ms);
  const ask = (name: string, caller?: string) =>
    reader.read(() => {
      ms += 4;
      events.push(name);
    }, caller);
  /** @param otherMs the time of other work in each turn */
  const noteTurns = (otherMs = 0) =>
    setImmediate(() => {
      ms += otherMs;
      events.push('turn');
      if (events.length < 100) noteTurns(otherMs);
    });
  const pass = (timeMs: number) => (ms += timeMs);
  return { reader, events, ask, noteTurns, pass };
}

test('the reads of a turn end after 10 ms, and the others follow in the next turns', async () => {
  const { events, ask, noteTurns } = slowReader();
  const asked = ['1', '2', '3', '4', '5', '6', '7'].map((name) => ask(name));
  noteTurns();
  await Promise.all(asked);
  expect(events.join()).toMatch(/^1,2,3(,turn){1,2},4,5,6(,turn){1,2},7$/);
});

test('other work gets as much time as a slice of reads and the answers to them', async () => {
  const { events, ask, noteTurns, pass } = slowReader();
  const answer = async (name: string) => {
    await ask(name);
    pass(6);
  };
  const answered = ['1', '2', '3', '4'].map(answer);
  noteTurns(8);
  await Promise.all(answered);
  const turns = events.filter((event) => event === 'turn').length;
  expect(events).toEqual(['1', '2', '3', ...Array(turns).fill('turn'), '4']);
  // The reads take 12 ms, and their answers 18 ms.
  expect(turns * 8).toBeGreaterThanOrEqual(30);
  expect(turns * 8).toBeLessThan(60);
});

test('a read of another caller does not wait for all reads of the first caller', async () => {
  const { events, ask } = slowReader();
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask(name, 'a'));
  await Promise.all([...many, ask('b1', 'b'), ask('c1', 'c')]);
  expect(events).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4', 'a5', 'a6']);
});

test('closing waits for reads of later turns', async () => {
  const { reader, events, ask } = slowReader();
  for (let read = 0; read < 10; read++) void ask('read');
  await reader.close();
  expect(events).toHaveLength(10);
});
