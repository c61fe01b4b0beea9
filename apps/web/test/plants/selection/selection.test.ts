import { bulkMax } from '@plant-store/schema';
import { expect, test } from 'vitest';
import {
  countOf,
  inListOrder,
  isSelected,
  nothing,
  type Selection,
  select,
} from '../../../src/plants/selection/selection.ts';

const plants = Array.from({ length: 5 }, (_, index) => ({ id: BigInt(index), name: `Plant ${index}` }));
const ids = (selection: Selection | undefined) =>
  selection?.kind === 'some' ? [...selection.plants.keys()] : undefined;

test('a range can be selected and deselected from either end', () => {
  const some = select(nothing, plants, { from: 3, to: 1, isOn: true });
  expect(ids(some)).toEqual([1n, 2n, 3n]);
  expect(ids(some && select(some, plants, { from: 2, to: 4, isOn: false }))).toEqual([1n]);
});

test('after "select all", deselecting one plant keeps the other loaded plants selected', () => {
  const rest = select({ kind: 'all', count: 1_000_000 }, plants, { from: 0, to: 0, isOn: false });
  expect(rest && countOf(rest)).toBe(4);
  expect(rest && isSelected(rest, 0n)).toBe(false);
});

test('a selection of single plants cannot exceed the maximum', () => {
  const many = Array.from({ length: bulkMax + 1 }, (_, index) => ({ id: BigInt(index), name: 'P' }));
  expect(select(nothing, many, { from: 0, to: bulkMax - 1, isOn: true })).toBeDefined();
  expect(select(nothing, many, { from: 0, to: bulkMax, isOn: true })).toBeUndefined();
});

test('the selection has the order of the list, and keeps plants that have left the list', () => {
  const gone = { id: 9n, name: 'Far down' };
  const selected = new Map(
    [gone, plants[3], plants[1]].flatMap((plant) => (plant ? [[plant.id, plant]] : [])),
  );
  expect(inListOrder(selected, plants)).toEqual([plants[1], plants[3], gone]);
  const renamed = plants.map((plant) => ({ ...plant, name: 'New' }));
  expect(inListOrder(selected, renamed).map(({ name }) => name)).toEqual(['New', 'New', 'Far down']);
});
