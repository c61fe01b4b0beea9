import { expect, test } from 'vitest';
import { paceOf } from '../src/import/import-pace.ts';

test('nothing is guessed before there is something to go by', () => {
  expect(paceOf({ sent: 0.1, told: undefined }, 1_000, 1)).toEqual({
    done: 0.05,
    rowsPerSecond: undefined,
    secondsLeft: undefined,
  });
});

test('half of it is reading the file, the other half storing what is in it', () => {
  expect(paceOf({ sent: 1, told: undefined }, 1_000, 10)).toEqual({
    done: 0.5,
    rowsPerSecond: 100,
    secondsLeft: 10,
  });
  const told = { phase: 'storing' as const, rows: 500, total: 1_000, bytes: 0 };
  expect(paceOf({ sent: 1, told }, undefined, 15)).toEqual({ done: 0.75, rowsPerSecond: 33, secondsLeft: 5 });
});

test('at the end nothing is left', () => {
  const told = { phase: 'storing' as const, rows: 1_000, total: 1_000, bytes: 0 };
  expect(paceOf({ sent: 1, told }, 1_000, 20)).toMatchObject({ done: 1, secondsLeft: 0 });
});
