import fc from 'fast-check';
import { expect, test } from 'vitest';
import { int64Max, int64Min, isInRanges, searchedIds, searchedNumber } from '../src/index.ts';

const ean = 4_006_381_333_931n;

test.for([
  '1000',
  ' 1000 ',
  '#1000',
  '# 1000',
  '1,000',
  '1 000',
  '1.000',
  '1’000',
  '01000',
  '\u200e1000',
  '１０００',
])('"%s" is read as the number 1000 in a search', (q) => {
  expect(searchedNumber(q)).toBe(1000n);
});

test('groups of three digits, with one separator and a sign, are one number', () => {
  expect(searchedNumber('-1,234,567')).toBe(-1_234_567n);
  expect(searchedNumber('9,223,372,036,854,775,807')).toBe(9_223_372_036_854_775_807n);
});

test.for(['', '#', 'Ficus', '10,00', '1,000.000', '1, 000', '1000 Rosen', '7.5', '9223372036854775808'])(
  '"%s" is not read as a number in a search',
  (q) => {
    expect(searchedNumber(q)).toBeUndefined();
    expect(searchedIds(q)).toEqual([]);
  },
);

test('a search for 500 finds the ids 500, 5000 to 5009, 50000 to 50099 and 500000 to 500999', () => {
  expect(searchedIds('#500')).toEqual([
    { first: 500n, last: 500n },
    { first: 5000n, last: 5009n },
    { first: 50_000n, last: 50_099n },
    { first: 500_000n, last: 500_999n },
  ]);
});

test('a search for four digits finds all ids that begin with them', () => {
  const ranges = searchedIds('4006');
  expect(ranges).toHaveLength(16);
  expect(ranges[9]).toEqual({ first: 4_006_000_000_000n, last: 4_006_999_999_999n });
  expect(ranges.at(-1)).toEqual({ first: 4_006n * 10n ** 15n, last: 4_007n * 10n ** 15n - 1n });
  expect(searchedIds('4006381').some(({ first, last }) => first <= ean && ean <= last)).toBe(true);
  expect(searchedIds('9999').at(-1)).toEqual({ first: 9_999n * 10n ** 14n, last: 10n ** 18n - 1n });
});

test('a search finds an id by its first digits, by less than four only if at most three digits are missing', () => {
  const numbers = fc.oneof(
    fc.bigInt({ min: int64Min, max: int64Max }),
    fc.bigInt({ min: -3_000n, max: 3_000n }),
  );
  const omitted = fc.integer({ min: 0, max: 17 });
  fc.assert(
    fc.property(numbers, omitted, fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }), (number, count, more) => {
      const id = BigInt(`${number}${String(more).padStart(17, '0').slice(0, count)}`);
      fc.pre(id >= int64Min && id <= int64Max);
      // No other id begins with 0.
      const isFound = number === 0n ? id === 0n : count <= 3 || String(number).replace('-', '').length >= 4;
      expect(isInRanges(id, searchedIds(String(number)))).toBe(isFound);
    }),
    {
      examples: [
        [0n, 5, 0n],
        [999n, 4, 0n],
        [-1000n, 4, 0n],
        [1000n, 15, 0n],
      ],
    },
  );
});
