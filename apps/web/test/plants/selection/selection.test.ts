import { bulkMax } from '@plant-store/schema';
import { expect, test } from 'vitest';
import {
  countOf,
  inListOrder,
  isSelected,
  nothing,
  type Selection,
  select,
  stillListed,
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

test('the selection has the order and the texts of the list', () => {
  const selected = new Map([plants[3], plants[1]].flatMap((plant) => (plant ? [[plant.id, plant]] : [])));
  const renamed = plants.map((plant) => ({ ...plant, name: `New ${plant.id}` }));
  expect(inListOrder(selected, renamed).map(({ name }) => name)).toEqual(['New 1', 'New 3']);
});

test('plants that left the list are no longer selected', () => {
  const some = select(nothing, plants, { from: 1, to: 3, isOn: true }) ?? nothing;
  expect(stillListed(some, plants, 5)).toBe(some);
  expect(ids(stillListed(some, plants.slice(2), 3))).toEqual([2n, 3n]);
  const all: Selection = { kind: 'all', count: 5 };
  for (const total of [undefined, 5, 6]) expect(stillListed(all, plants, total)).toBe(all);
  expect(countOf(stillListed(all, plants, 4))).toBe(4);
});
