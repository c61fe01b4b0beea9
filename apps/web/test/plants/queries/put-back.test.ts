import { expect, test } from 'vitest';
import type { PlantPages } from '../../../src/plants/queries/list-queries.ts';
import { withPutBack } from '../../../src/plants/queries/put-back.ts';

const plant = (id: number) => ({ id: BigInt(id), name: `Plant ${id}` });
/** Pages with these ids. Each page but the last has a cursor to the next. */
const list = (pages: number[][], nextCursor?: string): PlantPages => ({
  pages: pages.map((ids, index) => ({
    items: ids.map(plant),
    nextCursor: index === pages.length - 1 ? nextCursor : `page ${index + 1}`,
  })),
  pageParams: pages.map((_, index) => (index === 0 ? undefined : `page ${index}`)),
});
const then = list([
  [9, 8, 7],
  [6, 5],
]);

test('two removed plants return to their places, in either order', () => {
  const without8 = list([
    [9, 7],
    [6, 5],
  ]);
  const neither = list([[9], [6, 5]]);
  expect(withPutBack(neither, then, plant(8))).toEqual(list([[9], [8, 6, 5]]));
  expect(withPutBack(withPutBack(neither, without8, plant(7)), then, plant(8)).pages.flat(1)).toEqual(
    list([[9], [8, 7, 6, 5]]).pages,
  );
});

test('a plant that is already back in the list is not added again', () => {
  expect(withPutBack(then, then, plant(8))).toBe(then);
});

test('newer plants of other people stay above a restored plant', () => {
  expect(withPutBack(list([[10, 8, 7, 6, 5]]), then, plant(9))).toEqual(list([[10, 9, 8, 7, 6, 5]]));
});

test('the last plant returns to the end of the list, unless the list has grown', () => {
  const last = plant(5);
  expect(withPutBack(list([[9, 8, 7], [6]]), then, last)).toEqual(then);
  expect(withPutBack(list([[]]), list([[5]]), last)).toEqual(list([[5]]));
  const shorter = list([[9, 8, 7]], 'page 1');
  expect(withPutBack(shorter, then, last)).toBe(shorter);
});
