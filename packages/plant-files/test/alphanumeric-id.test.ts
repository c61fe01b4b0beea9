import { expect, test } from 'vitest';
import { isAlphanumericId } from '../src/index.ts';

test.each(['A-17', 'plant seven', 'x', 'ß3', '12b'])('%s is an alphanumeric id', (text) => {
  expect(isAlphanumericId(text)).toBe(true);
});

test.each(['', '17', '#17', 'ID 17', '1.23E+12', '12-Jan', '#N/A', '1-7', '3.5', '7,"Fern'])(
  '%s is not an alphanumeric id',
  (text) => {
    expect(isAlphanumericId(text)).toBe(false);
  },
);
