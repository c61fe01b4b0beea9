import { expect, test } from 'vitest';
import { rowCells } from '../../../src/imports/file/row-cells.ts';

const cellsOf = async (text: string, rows: number[], name = 'plants.csv') =>
  [...(await rowCells(new File([text], name), {}, rows))].map(
    ([row, cells]) => `${row}: ${cells.map((cell) => `${cell.label}=${cell.text}`).join(' ')}`,
  );

test('the cells of the requested rows are read, with the labels of their columns', async () => {
  const text = `id;name;;Price\n\n7x;"Aloe; big";red;\n8;Fern;;3\n9;${'x'.repeat(70)};;\n10;Moss;;`;
  expect(await cellsOf(text, [3, 4, 5])).toEqual([
    '3: id=7x name=Aloe; big column C=red',
    '4: id=8 name=Fern Price=3',
    `5: id=9 name=${'x'.repeat(59)}…`,
  ]);
});

test('a row of NDJSON has a cell for each key', async () => {
  const lines = '{"id":"A","name":"Aloe","n":3}\nnonsense\n';
  expect(await cellsOf(lines, [1, 2], 'plants.ndjson')).toEqual(['1: id=A name=Aloe n=3', '2: ']);
});

test('cells before an unreadable part of the file are read', async () => {
  expect(await cellsOf(`id,name\nA-1,Aloe\n${'7,Fern\n'.repeat(20_000)}8,"cut`, [2, 30_000])).toEqual([
    '2: id=A-1 name=Aloe',
  ]);
});
