import { expect, test } from 'vitest';
import { countNew } from '../src/plants/newest.ts';

const plants = (...ids: number[]) => ids.map((id) => ({ id: BigInt(id), name: `Plant ${id}` }));

test('what comes before the plants of the list is new', () => {
  expect(countNew({ items: plants(9, 8, 3, 2) }, plants(3, 2, 1))).toBe(2);
  expect(countNew({ items: plants(3, 2, 1) }, plants(3, 2, 1))).toBe(0);
});

test('a plant that the list begins with, and that is gone, makes none of the others new', () => {
  expect(countNew({ items: plants(2, 1) }, plants(3, 2, 1))).toBe(0);
});

test('all plants are new to a list that has none of them', () => {
  expect(countNew({ items: plants(5, 4) }, plants(3, 2))).toBe(2);
  expect(countNew({ items: plants(5, 4) }, [])).toBe(2);
});
