import { expect, test } from 'vitest';
import { rowParts } from '../../../src/plants/table/row-parts.ts';

const row = (index: number, start: number, end: number) => ({ index, start, end });

test('empty space for rows outside the page keeps the height of the whole list', () => {
  expect(rowParts([row(2, 100, 150), row(3, 150, 210)], 500)).toEqual([
    { gapPx: 100, before: 2 },
    { index: 2 },
    { index: 3 },
    { gapPx: 290, before: undefined },
  ]);
});

test('a focused row outside the screen keeps its position', () => {
  expect(rowParts([row(0, 0, 50), row(8, 400, 450)], 450)).toEqual([
    { index: 0 },
    { gapPx: 350, before: 8 },
    { index: 8 },
  ]);
});

test('a list with all rows in the page has no empty space', () => {
  expect(rowParts([row(0, 0, 50)], 50)).toEqual([{ index: 0 }]);
  expect(rowParts([], 0)).toEqual([]);
});
