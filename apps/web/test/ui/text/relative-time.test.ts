import { expect, test } from 'vitest';
import { agoText, dayText } from '../../../src/ui/text/relative-time.ts';

const now = new Date(2026, 10, 3, 0, 30).getTime();
const ago = (seconds: number) => new Date(now - seconds * 1000);

test.each([
  [-90, 'Just now'],
  [59, 'Just now'],
  [60, '1 min ago'],
  [3_599, '59 min ago'],
  [3_600, '1 h ago'],
  [86_399, '23 h ago'],
  [86_400, undefined],
])('a time of %d seconds ago is %s', (seconds, text) => {
  expect(agoText(ago(seconds), now)).toBe(text);
});

test('a day is named by the calendar of the reader, and by that of UTC on the server', () => {
  expect(dayText(ago(60), now)).toBe('Today');
  expect(dayText(ago(3_600), now)).toBe('Yesterday');
  expect(dayText(ago(86_400), now)).toBe('Yesterday');
  expect(dayText(ago(2 * 86_400), now)).toBe('1 November 2026');
  expect(dayText(new Date('2026-11-02T23:59Z'), undefined)).toBe('2 November 2026');
});
