import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell } from '../src/cells/csv-cell.ts';
import { openPlantFile } from '../src/index.ts';
import { csvRecords } from '../src/records/csv-records.ts';
import { oddText } from './generated.ts';
import { bytesOf, pieces, plantsIn, read } from './reading.ts';

const fern = { id: 7n, name: 'Fern' };

test('a valid row has its plant, its cells as in the file, and no problem', async () => {
  const { rows } = await read('id,name,tag,price\r\n7, Fern ,shade,3\r\n');
  expect(rows).toEqual([
    {
      row: 2,
      cells: ['7', ' Fern ', 'shade', '3'],
      plant: { ...fern, tag: 'shade' },
      problems: [],
      warnings: [],
    },
  ]);
});

test.each([
  [',', '\n', ''],
  [';', '\r\n', '\ufeff'],
  ['\t', '\r', ''],
  ['|', '\r\n', ''],
])('delimiter %j, line breaks %j and byte order mark %j are detected', async (delimiter, newline, bom) => {
  const lines = [
    ['id', 'name', 'tag'],
    ['7', 'Fern', 'a'],
    ['8', 'Moss', 'b'],
  ];
  const { header, rows } = await read(bom + lines.map((cells) => cells.join(delimiter)).join(newline));
  expect(header).toMatchObject({ format: 'csv', delimiter, newline, hasBom: bom !== '', headerRow: 1 });
  expect(rows.map(({ plant }) => plant)).toEqual([
    { ...fern, tag: 'a' },
    { id: 8n, name: 'Moss', tag: 'b' },
  ]);
});

test('the delimiter is not confused with another character in the names', async () => {
  const { header } = await read('id;name\n1;Fern, large, green\n2;Moss, small, grey\n');
  expect(header).toMatchObject({ delimiter: ';', cells: ['id', 'name'] });
});

test('the first line break determines all line breaks, for any content of the cells', async () => {
  expect(await plantsIn('id,name\r7,"Fern\nlarge"\r8,Moss\r')).toEqual([
    { id: 7n, name: 'Fern large' },
    { id: 8n, name: 'Moss' },
  ]);
  const { header, rows } = await read('id,name\r\r\n7,Fern\r\r\n8,Moss\r\r\n');
  expect([header.newline, rows.map(({ row, plant }) => [row, plant?.name])]).toEqual([
    '\r\n',
    [
      [2, 'Fern'],
      [3, 'Moss'],
    ],
  ]);
});

test("Excel's own first line sets the delimiter and is no row", async () => {
  const { header, rows } = await read('sep=|\r\nid|name\r\n7|Fern; a,b,c\r\n');
  expect(header).toMatchObject({ delimiter: '|', preamble: 'sep=|\r\n', headerRow: 1 });
  expect(rows[0]).toMatchObject({ row: 2, plant: { id: 7n, name: 'Fern; a,b,c' } });
});

describe('rows have the same numbers as in a spreadsheet', () => {
  const rowsOf = async (file: string) => (await read(file)).rows.map(({ row }) => row);

  test('the header is row 1', async () => expect(await rowsOf('id,name\n7,Fern\n8,Moss')).toEqual([2, 3]));

  test('a cell with line breaks is in one row', async () =>
    expect(await rowsOf('id,name\n7,"Fern\nof\r\nthree lines"\n8,Moss\n')).toEqual([2, 3]));

  test('blank rows are counted but give no plants: empty, spaces, quoted or only delimiters', async () =>
    expect(await rowsOf('id,name\n\n7,Fern\n  \n,\n"",""\r\n8,Moss\n\n\n')).toEqual([3, 7]));

  test('blank rows above the header are counted', async () => {
    const { header, rows } = await read('\n\nid,name\n7,Fern\n');
    expect([header, rows[0]]).toMatchObject([{ headerRow: 3 }, { row: 4, plant: fern }]);
  });
});

test('spaces around a quoted cell are skipped with each delimiter, in the header too, and with a warning for none', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = ['"id" , "name"', '7041 , "Acer palmatum"  ', '7042,  " kept "', '7043, "two\nlines" '];
    const { rows } = await read(lines.join('\n').replaceAll(',', delimiter));
    expect(rows.map(({ plant, cells }) => [plant?.name, cells[1]])).toEqual([
      ['Acer palmatum', 'Acer palmatum'],
      ['kept', ' kept '],
      ['two lines', 'two\nlines'],
    ]);
    expect(rows.flatMap(({ warnings }) => warnings)).toHaveLength(1);
  }
});

describe('quotation marks in a file', () => {
  test.each([
    ['7,"Fern"', 'Fern'],
    ['7,"Fern, large"', 'Fern, large'],
    ['7,"The ""royal"" fern"', 'The "royal" fern'],
    ['7,"""Fern"""', '"Fern"'],
    ['7,12" pot', '12" pot'],
    ['7,Fern "large"', 'Fern "large"'],
    ['7, "Fern"', 'Fern'],
    [' "7" ,\t "Fern, large" \u00a0', 'Fern, large'],
    ['7,"Fern" \r', 'Fern'],
    ['7, Fern "large" ', 'Fern "large"'],
    ['"7","Fern"\r', 'Fern'],
    ['7,"two\nlines"', 'two lines'],
  ])('%j is read like in a spreadsheet', async (line, name) => {
    expect(await plantsIn(`id,name\n${line}\n`)).toEqual([{ id: 7n, name }]);
    expect(await plantsIn(`id,name\n${line}`)).toEqual([{ id: 7n, name }]);
  });
});

test('the records do not depend on the pieces of the text', () => {
  // The first row, and any row of one cell, may be a whole row in quotation marks.
  const rows = fc
    .array(fc.array(oddText, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
    .map((cells) => [['id', 'name'], ...cells]);
  const newlines = fc.constantFrom('\n', '\r\n');
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, newlines, cuts, fc.boolean(), (cells, newline, sizes, isQuoted) => {
      const quoted = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : csvCell(text));
      const text = cells.map((row) => row.map(quoted).join(',')).join(newline);
      const dialect = { delimiter: ',', newline: '\n', line: 1, rowsAbove: 0 } as const;
      const reader = csvRecords(dialect);
      const records = [];
      for (let at = 0, i = 0; at < text.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        records.push(...reader.push(text.slice(at, at + size), at + size >= text.length));
        at += size;
      }
      const filled = cells.map((row, i) => ({
        row: i + 1,
        cells: row,
        hasLineBreak: row.some((cell) => cell.includes('\n')),
      }));
      const isBlank = (row: string[]) => row.every((cell) => cell.trim() === '');
      expect(records).toEqual(filled.filter((record) => !isBlank(record.cells)));
      expect(csvRecords(dialect).push(text, true)).toEqual(records);
    }),
    { numRuns: 2_000 },
  );
});

test('the rows do not depend on the pieces of the file, even within characters', async () => {
  const lines = Array.from({ length: 6_000 }, (_, i) => `${i},${'🌿ū'.repeat(i % 9)} Fern "${i}",x`);
  const file = `id,name,tag\n${lines.join('\n')}`;
  const { rows } = await read(file);
  expect(rows).toHaveLength(6_000);
  expect(rows.filter(({ plant }) => !plant)).toEqual([]);
  for (const sizes of [[1], [3, 65_536, 1], [65_535], [100_000]])
    expect((await read(file, { sizes })).rows).toEqual(rows);
});

test('rows come in batches of at most 500', async () => {
  const file = `id,name\n${Array.from({ length: 5_000 }, (_, i) => `${i},F`).join('\n')}`;
  const { batches } = await openPlantFile(pieces(bytesOf(file), [file.length]));
  const sizes = [];
  for await (const batch of batches) sizes.push(batch.length);
  expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size)]).toEqual([500, 5_000]);
});

test('leaving the loop over the rows closes the source', async () => {
  const source = pieces(bytesOf('id,name\n7,Fern\n'.repeat(20_000)), [10_000]);
  const { batches } = await openPlantFile(source);
  for await (const batch of batches) if (batch.length > 0) break;
  expect(await source.next()).toEqual({ done: true, value: undefined });
});

test('a row with more cells than headers has a problem that lists the extra cells with text', async () => {
  const { rows } = await read('id,name\n7,Fern, large,,green\n8,Moss,,\n');
  expect(rows[0]?.plant).toBeUndefined();
  expect(rows[0]?.problems).toEqual([
    {
      column: 'C',
      cell: 2,
      value: ' large',
      message: expect.stringContaining('5 cells, but there are 2 columns'),
    },
    { column: 'E', cell: 4, value: 'green', message: expect.stringContaining('put quotation marks around') },
  ]);
  expect(rows[1]?.plant).toEqual({ id: 8n, name: 'Moss' });
});

test('a row with fewer cells lacks their values', async () => {
  const { rows } = await read('id,name,tag\n7,Fern\n8\n');
  expect(rows[0]?.plant).toEqual(fern);
  expect(rows[1]?.problems).toEqual([
    { column: 'name', cell: 1, value: '', message: 'is empty; give 1 to 200 characters' },
  ]);
});
