import { type Statement, textOf } from '@plant-store/engine';
import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { bulk, type Database, plants, trash, undo } from '../../src/index.ts';
import { emptyStore, newStore } from '../store.ts';

const ean = 4_006_381_333_931n;
const [me, other, newcomer] = [1n, 2n, 3n];

const add = async (db: Database, actorId: bigint, ...ids: bigint[]) => {
  for (const id of ids) await plants.create(db, { id, name: 'Fern' }, { actorId });
};
const nextOf = async (db: Database, actorId: bigint) => (await plants.freeIds(db, actorId))[0]?.[0];
const addMany = (db: Database, actorId: bigint, ids: bigint[]) =>
  bulk.add(
    db,
    ids.map((id) => ({ id, name: 'Fern' })),
    { isPartial: false },
    { actorId },
  );
const upTo = (count: number, first: bigint) => Array.from({ length: count }, (_, n) => first + BigInt(n));
/** Numbers of trade items, as of a delivery that is scanned. */
const eans = Array.from({ length: 25 }, (_, n) => {
  const digits = String(400_638_133_000 + n);
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return BigInt(`${digits}${(10 - (sum % 10)) % 10}`);
});

test.each([
  { added: [], free: 1n, when: 'the store is empty' },
  { added: [41n, 7n], free: 8n, when: 'it is after the last one, not the highest one' },
  { added: [8n, 9n, 7n], free: 10n, when: 'the next ones are taken' },
  { added: [int64Min], free: int64Min + 1n, when: 'the last one is the lowest' },
  { added: [-1n], free: 0n, when: 'the last one is negative' },
  { added: [9_007_199_254_740_992n], free: 9_007_199_254_740_993n, when: 'a double does not hold it' },
  { added: [int64Max - 1n], free: int64Max, when: 'only the last id is left above' },
  { added: [1n, int64Max], free: undefined, when: 'no id is left above' },
  { added: [...upTo(100, 2n), 1n], free: undefined, when: 'the hundred above are taken' },
  { added: [...upTo(99, 2n), 1n], free: 101n, when: 'the hundredth above is free' },
  { added: [1_062n, ean], free: 1_063n, when: 'an EAN was scanned after the own series' },
  { added: [ean], free: ean + 1n, when: 'there is nothing but an EAN' },
])('the next free id is $free when $when', async ({ added, free }) => {
  const { db } = await emptyStore();
  await add(db, me, ...added);
  expect(await nextOf(db, me)).toBe(free);
  expect(await nextOf(db, newcomer)).toBe(free);
});

test('the free ids are the free ones of the next hundred', async () => {
  const { db } = await emptyStore();
  await add(db, other, ...upTo(20, 60n), 12n, 101n, 102n);
  await add(db, me, 1n);
  expect(await plants.freeIds(db, me)).toEqual([
    [2n, 11n],
    [13n, 59n],
    [80n, 100n],
  ]);
});

test('each person goes on with the own series, whatever others add, import or change', async () => {
  const { db } = await emptyStore();
  await add(db, me, 1_062n);
  await add(db, other, 5_000n, ean);
  expect(await nextOf(db, me)).toBe(1_063n);
  expect(await nextOf(db, other)).toBe(5_001n);
  await plants.update(db, { id: 1_062n, tag: 'moved' }, { actorId: other });
  await plants.update(db, { id: 5_000n, tag: 'moved' }, { actorId: me });
  await addMany(db, me, [7_000n]);
  expect(await nextOf(db, me)).toBe(1_063n);
  expect(await nextOf(db, other)).toBe(5_001n);
  expect(await nextOf(db, newcomer)).toBe(7_001n);
});

test('each person goes on with the own series after a delivery that was scanned', async () => {
  const { db } = await emptyStore();
  await add(db, me, 1_062n, ...eans);
  expect(await nextOf(db, me)).toBe(1_063n);
});

test('an id that was deleted or taken back is free again, and a restored plant is where it was', async () => {
  const { db } = await emptyStore();
  await add(db, me, 10n, 11n);
  await plants.remove(db, 11n, { actorId: me });
  expect(await nextOf(db, me)).toBe(11n);
  await trash.restore(db, 11n, { actorId: other });
  expect(await nextOf(db, me)).toBe(12n);
  const { receipt } = await addMany(db, other, [12n, 13n]);
  expect(await nextOf(db, me)).toBe(14n);
  await undo(db, receipt);
  expect(await nextOf(db, me)).toBe(12n);
});

test('the own series is found behind a bulk addition of others, by few rows of indexes', async () => {
  const { db, rows } = await newStore();
  await add(db, me, 50n);
  await addMany(db, other, upTo(1_100, 10_000n));
  await rows('ANALYZE');
  const asked = vi.spyOn(db, 'query');
  expect(await nextOf(db, me)).toBe(51n);
  const statements = asked.mock.calls.map(([statement]) => statement);
  expect(statements).toHaveLength(3);
  for (const statement of statements)
    expect(await planOf(db, statement)).not.toMatch(
      /SCAN plants(?! USING COVERING INDEX plants_added)|Seq Scan on plants/,
    );
});

async function planOf(db: Database, statement: Statement): Promise<string> {
  const text = textOf(statement, (index) => String(statement.values[index - 1]));
  const explain = db.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const plan = await db.query({
    strings: [`${explain} ${text}`] as unknown as TemplateStringsArray,
    values: [],
  });
  return plan.map((step) => Object.values(step as object).join(' ')).join('\n');
}
