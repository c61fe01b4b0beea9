import { bulkMax } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { countOf, isSelected, nothing, select } from '../src/selection/selection.ts';

const plants = Array.from({ length: 5 }, (_, index) => ({ id: BigInt(index), name: `Plant ${index}` }));

test('a range is selected from either end, and no longer selected in the same way', () => {
  const some = select(nothing, plants, { from: 3, to: 1, isOn: true });
  expect(some).toEqual({ kind: 'some', ids: new Set([1n, 2n, 3n]) });
  expect(some && select(some, plants, { from: 2, to: 4, isOn: false })).toEqual({
    kind: 'some',
    ids: new Set([1n]),
  });
});

test('of all, those that are loaded stay selected when one is taken away', () => {
  const rest = select({ kind: 'all' }, plants, { from: 0, to: 0, isOn: false });
  expect(rest && countOf(rest, 1_000_000)).toBe(4);
  expect(rest && isSelected(rest, 0n)).toBe(false);
});

test('more than can be named one by one are not selected one by one', () => {
  const many = Array.from({ length: bulkMax + 1 }, (_, index) => ({ id: BigInt(index), name: 'P' }));
  expect(select(nothing, many, { from: 0, to: bulkMax - 1, isOn: true })).toBeDefined();
  expect(select(nothing, many, { from: 0, to: bulkMax, isOn: true })).toBeUndefined();
});

test('all are as many as are found', () => {
  expect(countOf({ kind: 'all' }, 1_204)).toBe(1_204);
  expect(countOf({ kind: 'all' }, undefined)).toBeUndefined();
  expect(countOf(nothing, 1_204)).toBe(0);
});
