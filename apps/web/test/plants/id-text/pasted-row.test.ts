import { expect, test } from 'vitest';
import { pastedRow } from '../../../src/plants/id-text/pasted-row.ts';

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
])('a row fills the fields: %j', (text, fields) => expect(pastedRow(text)).toEqual({ fields }));

test.each(['7', '7\r\n', '7\t', 'id', '', 'https://plants.example/plants/7\n'])(
  'the text of one cell is no row: %j',
  (text) => expect(pastedRow(text)).toBeUndefined(),
);

test.each([
  ['7\tFern\r\n8\tMoss\r\n', { rows: 2 }],
  ['7\n8\n9', { rows: 3 }],
  ['id\tname\n7\tFern\n8\tMoss', { rows: 3 }],
  ['id\tname\tprice\n7\tFern\t3', { rows: 2 }],
  ['7\tFern\tshade\t3', { cells: 4 }],
  ['name\ttag\nFern\tshade', { rows: 2 }],
  ['id\tname\n7\tFern\tshade', { cells: 3 }],
])('rows and cells that the form cannot take are counted: %j', (text, counted) =>
  expect(pastedRow(text)).toEqual(counted),
);
