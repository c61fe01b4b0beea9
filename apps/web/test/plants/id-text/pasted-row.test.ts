import { expect, test } from 'vitest';
import { pastedRows } from '../../../src/plants/id-text/pasted-row.ts';

const fern = { id: '7', name: 'Fern', tag: 'shade' };

test.each([
  ['7\tFern\tshade', fern],
  ['7\tFern\tshade\r\n', fern],
  ['7\tFern\tshade\r', fern],
  ['\r\n7\tFern\tshade\t\t\n\n', fern],
  [' 7 \t Fern\t', { id: '7', name: 'Fern' }],
  ['7\t\tshade', { id: '7', name: '', tag: 'shade' }],
  ['#7\t"Tree\r\nfern"\t"a ""b"""', { id: '#7', name: 'Tree fern', tag: 'a "b"' }],
  ['7\t"Fern\tshade', { id: '7', name: '"Fern', tag: 'shade' }],
  ['id\tname\ttag\r\n7\tFern\tshade\r\n', fern],
  ['id\r\n7', { id: '7' }],
  ['\ufeffName\tTag\tID\n Fern\tshade\t7', fern],
])('a row fills the fields: %j', (text, fields) => expect(pastedRows(text)).toEqual({ fields }));

test.each(['7', '7\r\n', '7\t', 'id', '', 'https://plants.example/plants/7\n'])(
  'the text of one cell is no row: %j',
  (text) => expect(pastedRows(text)).toBeUndefined(),
);

test.each([
  ['7\n8\n9', { rows: 3 }],
  ['id\tname\tprice\n7\tFern\t3', { rows: 2 }],
  ['7\tFern\tshade\t3', { cells: 4 }],
  ['name\ttag\nFern\tshade', { rows: 2 }],
  ['id\tname\n7\tFern\tshade', { cells: 3 }],
  ['7\tFern\n8\tMoss\tshade\t3', { cells: 4 }],
  ['Nr\tPflanze\tPreis\n7\tFern\t3\n8\tMoss\t4', { rows: 3 }],
  ['id\tname\tid\n7\tFern\t8\n9\tMoss\t10', { rows: 3 }],
])('rows and cells that the form cannot take are counted: %j', (text, counted) =>
  expect(pastedRows(text)).toEqual(counted),
);

test.each([
  ['7\tFern\tshade\r\n8\tMoss\r\n', [fern, { id: '8', name: 'Moss' }]],
  [
    'id\tname\n7\tFern\n8\tMoss',
    [
      { id: '7', name: 'Fern' },
      { id: '8', name: 'Moss' },
    ],
  ],
  ['Tag\tID\tName\nshade\t7\tFern\n\t8\tMoss', [fern, { tag: '', id: '8', name: 'Moss' }]],
  [
    '#7\t"Tree\nfern"\n\n4 006 381\tMoss',
    [
      { id: '#7', name: 'Tree fern' },
      { id: '4 006 381', name: 'Moss' },
    ],
  ],
  ['７\tFern\nx\tMoss\n9', [{ id: '７', name: 'Fern' }, { id: 'x', name: 'Moss' }, { id: '9' }]],
])('several rows are a block, a plant each: %j', (text, block) =>
  expect(pastedRows(text)).toEqual({ block }),
);

test('as many rows are a block as one request may have, and one more is not', () => {
  const rows = (length: number) => Array.from({ length }, (_, id) => `${id}\tFern`).join('\n');
  expect(pastedRows(rows(1_000))).toHaveProperty('block.length', 1_000);
  expect(pastedRows(rows(1_001))).toEqual({ rows: 1_001 });
});
