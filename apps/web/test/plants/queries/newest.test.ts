import { expect, test } from 'vitest';
import { countNew } from '../../../src/plants/queries/newest.ts';

const plants = (...ids: number[]) => ids.map((id) => ({ id: BigInt(id), name: `Plant ${id}` }));

test('plants above the first plant of the list count as new', () => {
  expect(countNew({ items: plants(9, 8, 3, 2) }, plants(3, 2, 1))).toBe(2);
  expect(countNew({ items: plants(3, 2, 1) }, plants(3, 2, 1))).toBe(0);
});

test('removing the first plant of the list does not make the others count as new', () => {
  expect(countNew({ items: plants(2, 1) }, plants(3, 2, 1))).toBe(0);
});

test('in an empty list all plants count as new', () => {
  expect(countNew({ items: plants(5, 4) }, plants(3, 2))).toBe(2);
  expect(countNew({ items: plants(5, 4) }, [])).toBe(2);
});

test('a plant of another person counts as new below an own one, but no own plant does', () => {
  const known = plants(5, 3, 2, 1);
  expect(countNew({ items: plants(5, 4, 3, 2) }, known)).toBe(1);
  expect(countNew({ items: plants(7, 6, 5, 4, 3) }, known, [7n])).toBe(2);
});
