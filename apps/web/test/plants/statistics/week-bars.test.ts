import { expect, test } from 'vitest';
import { lastWeeks, shareOf } from '../../../src/plants/statistics/week-bars.ts';

test('weeks without a plant are included, even at the end of a year', () => {
  const weeks = lastWeeks([
    { week: '2025-W51', count: 3 },
    { week: '2026-W02', count: 1 },
  ]);
  expect(weeks).toEqual([
    { week: '2025-W51', count: 3 },
    { week: '2025-W52', count: 0 },
    { week: '2026-W01', count: 0 },
    { week: '2026-W02', count: 1 },
  ]);
});

test('only the last half year is shown', () => {
  const weeks = lastWeeks([
    { week: '1999-W01', count: 3 },
    { week: '2026-W47', count: 1 },
  ]);
  expect(weeks).toHaveLength(26);
  expect(weeks.at(-1)).toEqual({ week: '2026-W47', count: 1 });
  expect(lastWeeks([])).toEqual([]);
});

test('one plant in a million has a visible bar, and zero has no bar', () => {
  expect(shareOf(1, 1_000_000)).toBe(0.02);
  expect(shareOf(0, 5)).toBe(0);
  expect(shareOf(5, 5)).toBe(1);
});
