import { plantSorts, searchedIds, searchWords } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { plants, trash } from '../../src/index.ts';
import { expected, found, type Kept } from '../found-plants.ts';
import { newStore } from '../store.ts';
import { type AtEnd, oncePerFile } from '../testing.ts';

const names = [
  'Pūhā',
  '×Fatshedera lizei',
  'Abelia × grandiflora',
  'Aloë vera',
  'aloe Vera',
  '龟背竹',
  "St. John's wort",
  '---',
  'Ficus lyrata 42',
  'x',
  'Łódź 100%',
  '🌵 _',
];
const tags = [undefined, 'shade', 'Fern', 'fern', 'rock garden', 'Āloe'];
const searches = [
  'p',
  'puha',
  'PŪHĀ',
  'x',
  '×',
  'xfat',
  'abelia x',
  'abelia × g',
  '龟',
  '竹',
  'johns',
  'al ve',
  'fern',
  'ga ro',
  '4',
  '42',
  '-1',
  '-3',
  '4006',
  '4006381',
  '-4006',
  'zzz',
  '"',
  '*',
  'a OR b',
  'NEAR(a',
  'a* -b',
  '%',
  '_',
  'a\0b',
  "'",
  '\\',
  'a & !b:*',
  '🌵',
];

const aStore = async (count = 40, atEnd: AtEnd = onTestFinished) => {
  const store = await newStore(atEnd);
  const ids = Array.from({ length: count }, (_, i) => BigInt((i * 7919) % 997) - 300n);
  for (const [i, id] of [...ids, 42n, -3n, 4_006n, 4_006_381_333_931n, -40_063_813n].entries()) {
    const tag = tags[(i * 5) % tags.length];
    await plants.create(store.db, { id, name: names[(i * 7) % names.length] ?? '', ...(tag && { tag }) });
  }
  const kept = async () =>
    (await store.rows('SELECT id, name, tag, added_at AS "addedAt" FROM plants')) as Kept[];
  return { ...store, kept };
};

test('a search finds the documented plants, in order and page by page, with any filter', async () => {
  const { db, kept } = await aStore();
  const all = await kept();
  const stamps = all.map(({ addedAt }) => addedAt);
  const optional = <T>(from: readonly T[]) => fc.option(fc.constantFrom(...from), { nil: undefined });
  const filter = fc.record({
    q: optional(searches),
    tag: optional([null, 'shade', 'fern', 'Fern', 'none']),
    addedFrom: optional(stamps),
    addedBefore: optional(stamps),
  });
  await fc.assert(
    fc.asyncProperty(
      filter,
      fc.constantFrom(...plantSorts),
      fc.integer({ min: 1, max: 20 }),
      async (asked, sort, limit) => {
        const q = asked.q ?? '';
        const wanted = { ...asked, q, ids: searchedIds(q) };
        const ids = expected(all, { ...wanted, words: [] }, sort);
        expect(await found(db, wanted, { sort, limit })).toEqual(ids);
        expect(await plants.count(db, { ...wanted, words: searchWords(wanted.q) })).toBe(ids.length);
      },
    ),
    { numRuns: 150 },
  );
});

const sharedStore = oncePerFile((atEnd) => aStore(20, atEnd));

test.for(searches)('search input has no syntax, and finds plants with its words: %j', async (q) => {
  const { db, kept } = await sharedStore();
  const wanted = { q, ids: searchedIds(q) };
  expect(await found(db, wanted)).toEqual(expected(await kept(), { ...wanted, words: [] }, '-added'));
});

test.for(plantSorts)('pages neither repeat nor skip a plant while other plants change: %s', async (sort) => {
  const { db } = await aStore(60);
  const before = await found(db, { q: 'a' }, { sort });
  expect(before.length).toBeGreaterThan(20);
  let turn = 0n;
  const seen = await found(db, { q: 'a' }, { sort, limit: 3 }, async () => {
    turn += 1n;
    await plants.create(db, { id: 5_000n + turn, name: turn % 2n ? 'Aa first' : 'Zz aloe last' });
    await plants.create(db, { id: -5_000n - turn, name: 'Middle aloe' });
    if (turn > 1n) await plants.remove(db, 5_000n + turn - 1n);
  });
  expect(seen.filter((id) => before.includes(id))).toEqual(before);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a plant is found by its current name and not by its former names', async () => {
  const { db } = await newStore();
  await plants.create(db, { id: 1n, name: 'Pūhā', tag: 'herb' });
  expect(await found(db, { q: 'puha' })).toEqual([1n]);
  await plants.update(db, { id: 1n, name: 'Sonchus', tag: null });
  expect(await found(db, { q: 'puha' })).toEqual([]);
  expect(await found(db, { q: 'herb' })).toEqual([]);
  expect(await found(db, { q: 'SON' })).toEqual([1n]);
  await plants.remove(db, 1n);
  expect(await found(db, { q: 'son' })).toEqual([]);
  await trash.restore(db, 1n);
  expect(await found(db, { q: 'son' })).toEqual([1n]);
});

test('tags are listed with their number of plants, most used first, and are found by their words', async () => {
  const { db } = await newStore();
  const given = ['fern', 'fern', 'Tree fern', 'Tree fern', 'Tree fern', 'Āloe', undefined];
  for (const [id, tag] of given.entries())
    await plants.create(db, { id: BigInt(id), name: 'x', ...(tag && { tag }) });
  expect(await plants.tags(db, { limit: 10 })).toEqual([
    { tag: 'Tree fern', count: 3 },
    { tag: 'fern', count: 2 },
    { tag: 'Āloe', count: 1 },
  ]);
  expect(await plants.tags(db, { q: 'FER', limit: 10 })).toHaveLength(2);
  expect(await plants.tags(db, { q: 'fe tr', limit: 10 })).toEqual([{ tag: 'Tree fern', count: 3 }]);
  expect(await plants.tags(db, { q: 'aloe', limit: 10 })).toEqual([{ tag: 'Āloe', count: 1 }]);
  expect(await plants.tags(db, { limit: 1 })).toHaveLength(1);
});

test('plants are counted by tag and by the ISO week in which they were added, in UTC', async () => {
  const { db, rows } = await newStore();
  const added = [
    '2027-01-03T23:59:59.999Z',
    '2027-01-04T00:00:00Z',
    '2025-12-29T00:00:00Z',
    '2026-01-04T12:00:00Z',
    '2021-01-03T00:00:00Z',
  ];
  for (const [id, at] of added.entries()) {
    await plants.create(db, { id: BigInt(id), name: 'x', ...(id > 1 && { tag: 'fern' }) });
    await rows(`UPDATE plants SET added_at = ${Date.parse(at)}000 WHERE id = ${id}`);
  }
  expect(await plants.statistics(db)).toEqual({
    total: 5,
    untagged: 2,
    byTag: [{ tag: 'fern', count: 3 }],
    byWeek: [
      { week: '2020-W53', count: 1 },
      { week: '2026-W01', count: 2 },
      { week: '2026-W53', count: 1 },
      { week: '2027-W01', count: 1 },
    ],
  });
});

test('a number outside of int64 is searched as words', async () => {
  const { db } = await newStore();
  const beyond = [2n ** 63n, -(2n ** 63n) - 1n];
  for (const [index, number] of beyond.entries()) {
    const plant = { id: BigInt(index), name: `Number ${number}` };
    await plants.create(db, plant);
    expect(
      (await plants.list(db, { filter: plants.filterOf({ q: String(number) }), limit: 9 })).plants,
    ).toEqual([plant]);
  }
});
