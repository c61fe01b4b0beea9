import { expect, test } from 'vitest';
import { widthsOf } from '../../../src/plants/table/use-column-widths.ts';

const idChars = (...ids: bigint[]) => widthsOf(ids.map((id) => ({ id, name: 'Aloe' }))).idChars;
const nameChars = (...lengths: number[]) =>
  widthsOf(lengths.map((length) => ({ id: 1n, name: 'A'.repeat(length) }))).nameChars;

test('the column of ids is as wide as the longest id in view', () => {
  expect(idChars(7n, 1043n)).toBe(10);
  expect(idChars(7n, 4_006_381_333_931n)).toBe(13);
  expect(idChars(7n, -(2n ** 63n))).toBe(20);
  expect(idChars()).toBe(10);
});

test('the column of names ends where the longest name in view ends, and the longest names wrap', () => {
  expect(nameChars(9, 32)).toBe(32);
  expect(nameChars(9, 33)).toBe(42);
  expect(nameChars(9, 200)).toBe(52);
});
