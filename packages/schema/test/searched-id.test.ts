import { expect, test } from 'vitest';
import { searchedId } from '../src/index.ts';

test.for(['1000', ' 1000 ', '#1000', '# 1000', '1,000', '1 000', '1.000', '1’000', '01000'])(
  '"%s" looks for the id 1000',
  (q) => {
    expect(searchedId(q)).toBe(1000n);
  },
);

test('groups of three are joined, with one separator and a sign', () => {
  expect(searchedId('-1,234,567')).toBe(-1_234_567n);
  expect(searchedId('9,223,372,036,854,775,807')).toBe(9_223_372_036_854_775_807n);
});

test.for(['', '#', 'Ficus', '10,00', '1,000.000', '1, 000', '1000 Rosen', '7.5', '9223372036854775808'])(
  '"%s" looks for no id',
  (q) => {
    expect(searchedId(q)).toBeUndefined();
  },
);
