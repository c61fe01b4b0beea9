import { expect, test } from 'vitest';
import { chosenFile } from '../../../src/imports/file/chosen-file.ts';
import { inspectFile } from '../../../src/imports/file/inspect-file.ts';
import { row, textCell, workbook } from '../workbook/workbook-file.ts';

const look = (text: string, name = 'plants.csv', choice = {}) => inspectFile(new File([text], name), choice);

test('the preview of a file finds its columns and shows its first rows in their stored form', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => `${index},  Plant ${index},herb`);
  const { columns, preview } = await look(`Nr,name,Typ\nx,Bad,\n${rows.join('\n')}`);
  expect(columns?.shown).toEqual({ id: 'Nr', name: 'name', tag: 'Typ' });
  expect(preview.map(({ row, id, name, tag, isRefused }) => [row, id, name, tag, isRefused])).toEqual([
    [2, 'x', 'Bad', '', true],
    ...[0, 1, 2, 3].map((index) => [index + 3, `${index}`, `Plant ${index}`, 'herb', false]),
  ]);
});

test('the preview of a row with a broken quotation mark shows its text', async () => {
  const { preview } = await look('id,name,tag\n7,"Aloe,x\n8,"Fern",y\n');
  expect(preview).toEqual([
    { row: 2, id: '', name: '7,"Aloe,x', tag: '', isRefused: true },
    { row: 3, id: '8', name: 'Fern', tag: 'y', isRefused: false },
  ]);
});

test('unclear columns can be chosen from all columns', async () => {
  const { columns, problem, preview } = await look('id,Wort,,Type,Category\n7,Aloe,x,y,');
  expect(columns?.shown).toEqual({ id: 'id', name: undefined, tag: undefined });
  expect(columns?.options.map(({ label }) => label)).toEqual(['id', 'Wort', 'column C', 'Type', 'Category']);
  expect(columns?.options.map(({ sample }) => sample)).toEqual(['7', 'Aloe', 'x', 'y', '']);
  expect(problem).toBe('choose the column that has the name');
  expect(preview).toEqual([]);
  const chosen = await look('id,Wort,,Type,Category\n7,Aloe,x,y,z', 'plants.csv', {
    name: 'Wort',
    tag: 'C',
  });
  expect(chosen.columns?.shown).toEqual({ id: 'id', name: 'Wort', tag: 'C' });
  expect(chosen.columns?.options[1]).toEqual({ name: 'Wort', label: 'Wort', sample: 'Aloe' });
  const two = await look('id,name,Type,Category\n7,Aloe,x,y');
  expect(two.problem).toBe('two columns could be the tag, “Type” and “Category”: choose one');
  const same = await look('id,name\n7,Aloe', 'plants.csv', { id: 'id', name: 'id' });
  expect(same.problem).toMatch(/^“id” is chosen for the name and for something else/);
  expect(chosen.preview).toEqual([{ row: 2, id: '7', name: 'Aloe', tag: 'x', isRefused: false }]);
});

test('rows above the headers are shown with a choice of the row, and a clear first row is not', async () => {
  const { header, columns, preview } = await look('Stock, spring\n\nNr,Name\n7,Aloe');
  expect(header).toEqual({
    row: 3,
    options: [
      { name: '1', label: 'row 1', sample: 'Stock, spring' },
      { name: '3', label: 'row 3', sample: 'Nr, Name' },
      { name: '4', label: 'row 4', sample: '7, Aloe' },
    ],
  });
  expect([columns?.shown.id, preview[0]?.row]).toEqual(['Nr', 4]);
  expect((await look('\nNr,Name\n7,Aloe')).header).toBeUndefined();
  expect((await look('Nr,Name\n7,Aloe', 'plants.csv', { headerRow: 1 })).header?.row).toBe(1);
});

test('a title in a workbook is above the headers', async () => {
  const sheet = [['Stock, spring'], [], ['Nr', 'Name'], ['7', 'Aloe']].map((cells, at) =>
    row(at + 1, ...cells.map((text, column) => textCell(`${'AB'[column]}${at + 1}`, text))),
  );
  const { file } = await chosenFile(workbook({ Plants: sheet.join('') }));
  expect(await inspectFile(file, {})).toMatchObject({
    header: { row: 3, options: [{ sample: 'Stock, spring' }, { name: '3' }, { name: '4' }] },
    problem: undefined,
    preview: [{ row: 4, id: '7', name: 'Aloe' }],
  });
});

test('an unclear row of headers can be chosen', async () => {
  const facts = 'Date,2026\nKode,Wort\n7,Aloe';
  expect(await look(facts)).toMatchObject({
    header: { row: undefined, options: [{ name: '1' }, { name: '2' }, { name: '3' }] },
    columns: undefined,
    problem: expect.stringMatching(/^no row with column names was found/),
  });
  const chosen = await look(facts, 'plants.csv', { headerRow: 2 });
  expect(chosen).toMatchObject({
    header: { row: 2 },
    problem: 'choose the column that has the id',
  });
  expect(chosen.columns?.options.map(({ sample }) => sample)).toEqual(['7', 'Aloe']);
  const plant = await look('5,Ivy\nNr,Name\n7,Aloe');
  expect(plant.problem).toMatch(/^row 2 has column names, but row 1 above it looks like a plant/);
  expect((await look('5,Ivy\nNr,Name\n7,Aloe', 'plants.csv', { headerRow: 2 })).preview).toHaveLength(1);
});

test('for a file with another delimiter the problem names those that are known', async () => {
  const { problem, header } = await look('id^name\n7^Aloe');
  expect(problem).toMatch(/^this row has one column: .+ a comma, a semicolon, a tab or \|/);
  expect(header?.row).toBe(1);
});

test('a file without headers and an NDJSON file have no choice of columns', async () => {
  const preview = [{ row: 1, id: '7', name: 'Aloe', tag: '', isRefused: false }];
  expect(await look('7,Aloe')).toEqual({
    columns: undefined,
    problem: undefined,
    preview,
    ignored: [],
    isCsv: true,
  });
  const lines = await look('{"id":7,"name":"Aloe"}', 'plants.ndjson');
  expect(lines).toEqual({ columns: undefined, problem: undefined, preview, ignored: [], isCsv: false });
});

test('the preview reports no faults that the store reports', async () => {
  expect(await look('\u0000\u0001')).toMatchObject({ columns: undefined, problem: undefined, preview: [] });
});

test('the labels of ignored columns are listed', async () => {
  const { ignored } = await look('id,Price,name,,,_status,Price\n7,3,Aloe,,,created,4\n8,2,Fern,x,,,');
  expect(ignored).toEqual(['Price (column B)', 'column D', 'Price (column G)']);
  expect((await look('id,name\n7,Aloe')).ignored).toEqual([]);
  const lines = '{"id":7,"name":"Aloe","height":3}\n{"id":8,"name":"Fern","tag":"x","_status":"failed"}';
  expect((await look(lines, 'plants.ndjson')).ignored).toEqual(['height']);
});

test('the preview marks refused rows of an NDJSON file', async () => {
  const { preview } = await look('{"id":"A-1","name":"Aloe"}\nnonsense', 'plants.ndjson');
  expect(preview).toEqual([
    { row: 1, id: 'A-1', name: 'Aloe', tag: '', isRefused: true },
    { row: 2, id: '', name: 'nonsense', tag: '', isRefused: true },
  ]);
});

test('a file in UTF-16 or Windows-1252 shows its names correctly', async () => {
  const text = 'id,name\n7,Märzbecher\n';
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'latin1')]) {
    const { preview } = await inspectFile(new File([bytes], 'plants.csv'), {});
    expect(preview[0]?.name).toBe('Märzbecher');
  }
});
