import { expect, test } from 'vitest';
import { bytesText, countText } from '../../src/core/formatting.ts';

test.each([0, 2, 1_000, 0n, 2n])('countText uses the plural for %s', (count) => {
  expect(countText(count, 'entry', 'entries')).toBe(`${count.toLocaleString('en')} entries`);
});

test.each([1, 1n])('countText uses the singular for 1', (count) => {
  expect(countText(count, 'entry', 'entries')).toBe('1 entry');
});

test('bytesText uses the singular for one byte', () => {
  expect([bytesText(1), bytesText(512)]).toEqual(['1 byte', '512 bytes']);
});
