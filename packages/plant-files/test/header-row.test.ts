import { describe, expect, test } from 'vitest';
import { annotatedWriter, type CsvHeader, firstRowsOf, UnclearColumns, UnclearHeader } from '../src/index.ts';
import { bytesOf, pieces, plantsIn, read, readErrorOf } from './reading.ts';

const table = 'name,id,tag\nFern,7,x\nMoss,8,\n';
const plants = [
  { id: 7n, name: 'Fern', tag: 'x' },
  { id: 8n, name: 'Moss' },
];

/** The annotated file of a file with valid rows only. */
async function annotated(file: string, headerRow?: number): Promise<string> {
  const { header, rows } = await read(file, { headerRow });
  const writer = annotatedWriter(header);
  return writer.head + writer.lines(rows.map((row) => ({ ...row, outcome: { status: 'created' } })));
}

describe('rows above the header are passed over, and stay as they are in the annotated file', () => {
  test.each([
    ['a title', 'Stock list of spring\n', 1],
    ['a padded title and blank rows', '\nStock list,,\n\n', 3],
    ['a title with commas', '# exported 2026-11-26, 12:00, by "Anna"\n', 1],
    ['a title in quotation marks', '"Stock list, spring"\n"Stock list, spring",,\n', 2],
    ['a title of two lines', '"Stock list\nspring"\n', 1],
    ['a title with a broken mark', '"Green" nursery, list\n', 1],
    ['a title that opens a quotation mark', '"Green nursery\n', 1],
    ['other facts in cells', 'Exported by:,Anna\nDate,2026-11-26\nRows:,two\n', 3],
    ['nineteen rows', 'x\n'.repeat(19), 19],
    ["a spreadsheet's own line, written back", 'sep=,,\n', 1],
    ["a spreadsheet's own line with another delimiter", '"sep=;",,\n', 1],
    ['Excel’s own line and a title', 'sep=,\nStock list\n', 1],
  ])('%s', async (_what, above, rowsAbove) => {
    const { header, rows } = await read(above + table);
    expect(header).toMatchObject({ headerRow: rowsAbove + 1, rowsAbove, preamble: above });
    expect(rows.map(({ row, plant }) => [row, plant])).toEqual(
      plants.map((plant, index) => [rowsAbove + 2 + index, plant]),
    );
    const again = await annotated(above + table);
    expect(again).toBe(
      `${above}name,id,tag,_status,_problem,_suggestion\nFern,7,x,created,,\nMoss,8,,created,,\n`,
    );
    expect((await read(again)).rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
  });

  test.each([';', '\t', '|'])('with the delimiter %j, and more titles than plants', async (delimiter) => {
    const titles = 'Stock, spring\nsent, as agreed, to: Anna\n, \n';
    const file = `${titles}${'Nr,Pflanze\n7,Fern\n'.replaceAll(',', delimiter)}`;
    expect(await plantsIn(file)).toEqual([{ id: 7n, name: 'Fern' }]);
  });

  test('a line of a broken row is no row of its own because a title is narrow', async () => {
    const { rows } = await read(`Stock list\n${table}Ivy,"9"x,y\n12,Pothos\nFir,10,z\n`);
    expect(rows.map(({ row, plant }) => [row, plant?.id])).toEqual([
      [3, 7n],
      [4, 8n],
      [5, undefined],
      [6, 10n],
    ]);
  });

  test('a second title that opens a quotation mark hides no header, in a short and a long file', async () => {
    for (const count of [1, 20_000]) {
      const file = `Stock list\n"Green nursery\nid;name\n${'7;Fern\n'.repeat(count)}`;
      for (const headerRow of [undefined, 3])
        expect((await read(file, { headerRow })).rows).toHaveLength(count);
    }
  });

  test('a header with numbers below a title is found', async () => {
    expect(await plantsIn('Stock list\nid,name,2024,2025\n7,Fern,1,2\n')).toEqual([{ id: 7n, name: 'Fern' }]);
  });
});

describe('a plant is never passed over, nor taken for a header', () => {
  test.each([
    ['a plant above headers', '7,Fern\nid,name\n8,Moss\n', { header: 2, plant: 1 }],
    [
      'a plant with another notation of its id',
      '#7,Fern\n7.0,Ivy\nid,name\n8,Moss\n',
      { header: 3, plant: 1 },
    ],
    ['a title that could be a plant', `2026,Stock list\n${table}`, { header: 2, plant: 1 }],
    [
      'a plant with more cells',
      '7,Fern,x,3\n8,Moss,y,4\nid,name,tag,price\n9,Ivy,,\n',
      { header: 3, plant: 1 },
    ],
    ['a plant in the columns of the headers', `Stock\nFir,9,z,\n${table}`, { header: 3, plant: 2 }],
    ['plants below a title', 'Stock list\n7,Fern\n8,Moss\n', undefined],
    ['a first plant without a name', '7\n8,Moss\n', undefined],
    ['a plant that is called like a header', 'Kode,Wort,ab\n12,Title,No\n', undefined],
  ])('%s', async (_what, file, rows) => {
    const reading = read(file);
    if (rows) await expect(reading).rejects.toBeInstanceOf(UnclearHeader);
    await expect(reading).rejects.toMatchObject(rows ? { rows } : { code: 'unreadableFile' });
    await expect(reading).rejects.toThrow(/headerRow=/);
  });

  test.each([
    ['id,name,tag;;\n7,Fern,x;;\n', 1, ';'],
    ['Stock list\nid;name,\n7;Fern,in a pot\n', 2, ','],
  ])('a file that a spreadsheet took for one column is refused: %j', async (file, row, end) => {
    expect(await readErrorOf(file)).toMatch(`row ${row} with the headers ends with "${end}"`);
    expect(await plantsIn(file.replace('tag', 'price').replace(';name,', ';name;,'))).toHaveLength(1);
  });

  test('the first 20 rows with text are searched', async () => {
    await expect(read(`${'x\n\n'.repeat(20)}${table}`)).rejects.toBeInstanceOf(UnclearColumns);
    expect(await plantsIn(`${'\n'.repeat(200)}${table}`)).toEqual(plants);
  });

  test('unclear columns are those of the first row that is no title', async () => {
    await expect(read('Stock list\nKode,Wort\n7,Fern\n')).rejects.toMatchObject({
      row: 2,
      cells: ['Kode', 'Wort'],
    });
    const chosen = { columns: { id: 'Kode', name: 'Wort' } };
    expect(await plantsIn('Date,today\nKode,Wort\n7,Fern\n', chosen)).toEqual([{ id: 7n, name: 'Fern' }]);
  });
});

describe('the caller may say in which row the header is', () => {
  test('and the rows above it are not read, whatever they hold', async () => {
    expect(await plantsIn('5,Ivy\nid,name\n7,Fern\n', { headerRow: 2 })).toEqual([{ id: 7n, name: 'Fern' }]);
    expect(await plantsIn(`${'x\n'.repeat(99)}id,name\n7,Fern\n`, { headerRow: 100 })).toHaveLength(1);
    expect(await annotated('5,Ivy\nid,name\n7,Fern\n', 2)).toMatch(/^5,Ivy\nid,name,_status/);
    const columns = { id: 'B', name: 'C' };
    expect(await plantsIn('id,x,x\n,7,Fern\n', { headerRow: 1, columns })).toHaveLength(1);
  });

  test('also below a long text, with any delimiter', async () => {
    const licence = `# ${'free to use, '.repeat(20)}\n`.repeat(99);
    for (const delimiter of [',', ';', '\t', '|']) {
      const plant = `${licence}id${delimiter}name\n7${delimiter}Fern\n`;
      expect(await plantsIn(plant, { headerRow: 100 })).toEqual([{ id: 7n, name: 'Fern' }]);
    }
  });

  test('a first row with a plant is a header then', async () => {
    expect(await readErrorOf('7,Fern\n8,Moss\n', { headerRow: 1 })).toMatch(/the columns in row 1 are "7"/);
  });

  test.each([2, 5])('a blank or missing row is refused: %s', async (headerRow) => {
    expect(await readErrorOf('id,name\n\n7,Fern\n', { headerRow })).toMatch(
      new RegExp(`^row ${headerRow} cannot be the header: it is blank`),
    );
  });

  test('NDJSON has none', async () => {
    expect(await readErrorOf('{"id":7,"name":"Fern"}\n', { headerRow: 1 })).toMatch(/^this is NDJSON/);
  });

  test('among the first rows with text', async () => {
    const file = '\ufeffsep=;\nStock\n\n"Kode;Wort"\n7;Fern\n';
    expect(await firstRowsOf(pieces(bytesOf(file), [9]))).toMatchObject([
      { row: 1, cells: ['Stock'] },
      { row: 3, cells: ['Kode', 'Wort'] },
      { row: 4, cells: ['7', 'Fern'] },
    ]);
  });
});

describe('a row in quotation marks as a whole is read as its cells', () => {
  test.each([
    ['each row', '"id,name,tag"\r\n"9001,Fern,x"\r\n"9002,""Fern, large"",x"\r\n9003,Moss,\r\n'],
    [
      'empty cells after them',
      '"id,name,tag",,\n"9001,Fern,x",,\n"9002,""Fern, large"",x",,\n"9003,Moss",,\n',
    ],
    ['rows with marks alone', 'id,name,tag\n9001,Fern,x\n"9002,""Fern, large"",x"\n9003,Moss,\n'],
    ['semicolons', '"id;name;tag"\n"9001;Fern;x"\n"9002;""Fern, large"";x"\n"9003;Moss"\n'],
    ['without headers', '"9001,Fern,x"\n"9002,""Fern, large"",x"\n"9003,Moss,"\n'],
    ['below a title', 'Stock list\n"Nr,Pflanze,Typ"\n"9001,Fern,x"\n"9002,""Fern, large"",x"\n"9003,Moss"\n'],
  ])('%s', async (_what, file) => {
    expect(await plantsIn(file)).toEqual([
      { id: 9001n, name: 'Fern', tag: 'x' },
      { id: 9002n, name: 'Fern, large', tag: 'x' },
      { id: 9003n, name: 'Moss' },
    ]);
  });

  test('but not a text with the delimiter, or several rows', async () => {
    const { rows } = await read(
      'id,name,tag\n"12, rue, Ulm"\n"13, ""A"" x"\n"8,Fern,x\n9,Moss,y"\n10,Ivy,\n',
    );
    expect(rows.map(({ plant }) => plant?.id)).toEqual([undefined, undefined, undefined, 10n]);
  });
});

test.each(['sep=;\n', '"sep=;"\n'])('%j sets the delimiter, and is no row', async (preamble) => {
  const { header, rows } = await read(`${preamble}id;name\n7;Fern, large\n`);
  expect(header as CsvHeader).toMatchObject({ delimiter: ';', preamble, headerRow: 1, rowsAbove: 0 });
  expect(rows[0]).toMatchObject({ row: 2, plant: { name: 'Fern, large' } });
});
