import { expect, test } from 'vitest';
import { widthOf } from '../../../src/plants/table/use-id-width.ts';

const plantsOf = (...ids: bigint[]) => ids.map((id) => ({ id, name: 'Aloe' }));

test('the column of ids is as wide as the longest id in view', () => {
  expect(widthOf(plantsOf(7n, 1043n))).toBe(4);
  expect(widthOf(plantsOf(7n, 10_430n))).toBe(6);
  expect(widthOf(plantsOf(7n, -(2n ** 63n)))).toBe(20);
  expect(widthOf([])).toBe(4);
});
