import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../src/backup/content-hash.ts';
import type { ColumnKind, Table } from '../../src/backup/store-parts.ts';

const tableOf = (...kinds: ColumnKind[]): Table => ({
  name: 'things',
  key: ['c0'],
  columns: Object.fromEntries(kinds.map((kind, index) => [`c${index}`, kind])),
});

const hashOf = async (kinds: ColumnKind[], ...rows: unknown[][]) =>
  (await contentHash(tableOf(...kinds), rows)).hash;

test.each<[ColumnKind, unknown[]]>([
  ['String', [null, '', ' ', '0', 'null', 'é', 'e\u0301', '🌿', 'a\0', 'a']],
  [
    'BigInt',
    [
      null,
      0n,
      -1n,
      2n ** 63n - 1n,
      2n ** 63n - 2n,
      -(2n ** 63n),
      -(2n ** 63n) + 1n,
      9_007_199_254_740_993n,
      9_007_199_254_740_992n,
    ],
  ],
  ['BigInt', [5n, 'five', '', '05', 5.5, Buffer.from('5')]],
  ['Boolean', [null, true, false]],
  ['Float', [null, 0, -0, 0.1, 0.1 + Number.EPSILON / 8, Number.MAX_VALUE, Number.POSITIVE_INFINITY]],
  ['DateTime', [null, new Date(0), new Date(1), 'no date', '']],
  ['Bytes', [null, Buffer.alloc(0), Buffer.from([0]), Buffer.from([0, 0]), Buffer.from('0')]],
])('different values of a %s column have different hashes', async (kind, values) => {
  const hashes = await Promise.all(values.map((value) => hashOf([kind], [value])));
  expect(new Set(hashes).size).toBe(values.length);
});

test.each<[string, ColumnKind, unknown[]]>([
  ['an int64', 'BigInt', [42n, 42, '42']],
  [
    'a moment',
    'DateTime',
    [
      new Date('2026-01-02T03:04:05.678Z'),
      '2026-01-02T03:04:05.678Z',
      '2026-01-02T03:04:05.678+00:00',
      '2026-01-02 03:04:05.678',
      1767323045678,
      1767323045678n,
    ],
  ],
  ['a boolean', 'Boolean', [true, 1, 1n]],
  ['bytes', 'Bytes', [Buffer.from('ab'), new Uint8Array([97, 98])]],
])('%s has the same hash in the form of every driver', async (_what, kind, values) => {
  const hashes = await Promise.all(values.map((value) => hashOf([kind], [value])));
  expect(new Set(hashes).size).toBe(1);
});

test('moving a text into the next column or row changes the hash', async () => {
  const text = fc.string({ unit: fc.constantFrom('s', '1', '0', ':', ';', '~', 'i', '\n', '🌿') });
  const rows = fc.array(fc.tuple(fc.option(text), fc.option(text)), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(rows, rows, async (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(
        (await hashOf(['String', 'String'], ...one)) === (await hashOf(['String', 'String'], ...other)),
      ).toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

test('names, kinds and the order of rows change the hash', async () => {
  const table = tableOf('String', 'String');
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ];
  const hashes = await Promise.all([
    contentHash(table, rows),
    contentHash({ ...table, name: 'other' }, rows),
    contentHash({ ...table, columns: { c0: 'String', other: 'String' } }, rows),
    contentHash(table, rows.toReversed()),
    contentHash(table, rows.slice(1)),
  ]);
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(5);
});

test('rows of an asynchronous source have the same hash for any size of its pieces', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [BigInt(index), `plant ${index}`]);
  async function* slowly() {
    for (const row of rows) {
      if (row[0] === 7_777n) await new Promise(setImmediate);
      yield row;
    }
  }
  const table = tableOf('BigInt', 'String');
  const content = await contentHash(table, slowly());
  expect(content).toEqual(await contentHash(table, rows));
  expect(content.count).toBe(20_000);
});
