import { expect, test } from 'vitest';
import { isLetteredId } from '../src/index.ts';

test.each(['A-17', 'plant seven', 'x', 'ß3', '12b'])('%s is an id with letters', (text) => {
  expect(isLetteredId(text)).toBe(true);
});

test.each(['', '17', '#17', 'ID 17', '1.23E+12', '12-Jan', '#N/A', '1-7', '3.5'])(
  '%s is no id with letters, but no id or a damaged number',
  (text) => {
    expect(isLetteredId(text)).toBe(false);
  },
);
