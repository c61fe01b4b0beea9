import { expect, test } from 'vitest';
import { paceOf, paceText } from '../../../src/imports/run/import-pace.ts';

const bytes = 40_000_000;
const reading = (rows: number) => ({ phase: 'reading' as const, rows, bytes: 0 });
const storing = (rows: number) => ({ phase: 'storing' as const, rows, total: 1_000, bytes: 0 });

test('the time left is not estimated in the first 1.5 seconds', () => {
  const pace = paceOf({ progress: { sent: 0.1, reported: undefined }, rows: 1_000, bytes }, 1);
  expect(pace).toEqual({ done: 0.05 });
  expect(paceText(pace)).toBe('');
});

test('reading the file is half of the progress, and storing its rows the other half', () => {
  const sent = paceOf({ progress: { sent: 1, reported: undefined }, rows: 1_000, bytes }, 10);
  expect(sent).toEqual({ done: 0.5, rowsPerSecond: 100, secondsLeft: 10 });
  const stored = paceOf({ progress: { sent: 1, reported: storing(500) }, rows: undefined, bytes }, 15);
  expect(stored).toEqual({ done: 0.75, rowsPerSecond: 33, secondsLeft: 5 });
  expect(paceText(stored)).toBe('33 rows per second, 5 s left');
});

test('a speed of 1 row per second is written in the singular', () => {
  expect(paceText({ done: 0.5, rowsPerSecond: 1 })).toBe('1 row per second');
});

test('the speed is in bytes while the number of rows is unknown', () => {
  const sent = paceOf({ progress: { sent: 0.25, reported: undefined }, rows: undefined, bytes }, 4);
  expect(paceText(sent)).toBe('2.5 MB per second, 28 s left');
  const read = paceOf({ progress: { sent: 1, reported: reading(2_000) }, rows: undefined, bytes }, 4);
  expect(paceText(read)).toBe('500 rows per second, 4 s left');
});

test('the time left at the end is zero', () => {
  const all = paceOf({ progress: { sent: 1, reported: storing(1_000) }, rows: 1_000, bytes }, 20);
  expect(all).toMatchObject({ done: 1, secondsLeft: 0 });
});
