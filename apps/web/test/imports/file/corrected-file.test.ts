import { expect, test } from 'vitest';
import { correctedFile } from '../../../src/imports/file/corrected-file.ts';

test.for([
  ['id;name\r\n7x;Aloe\r\n8;"a ""b"";\r\nc"\r\n', 'id;name\r\n7;Aloe\r\n8;"a ""b"";\r\nc"\r\n'],
  ['\uFEFFid,name\n7x,Aloe\n', '\uFEFFid,name\n7,Aloe\n'],
])('a correction changes only its cell: %j', async ([text, corrected]) => {
  const file = new File([text ?? ''], 'plants.csv');
  const other = await correctedFile(file, {}, [{ row: 2, column: 'id', text: '7' }]);
  // Bytes are compared, as reading text would drop the byte order mark.
  expect(Buffer.from(await other.arrayBuffer()).toString()).toBe(corrected);
  expect(other.name).toBe('plants.csv');
});

test('a corrected file keeps its row numbers, even after blank rows', async () => {
  const file = new File(['\n\nid,name\n\n7x,Aloe\n\n\n8,Ficus\n'], 'plants.csv');
  const other = await correctedFile(file, {}, [{ row: 5, column: 'id', text: '7' }]);
  expect((await other.text()).split('\n')[4]).toBe('7,Aloe');
  expect((await other.text()).split('\n')[7]).toBe('8,Ficus');
});

test('a file of some of its rows keeps their row numbers', async () => {
  const file = new File(['id,name\n1,Ivy\n7x,Aloe\n8,Hosta\n9x,Ficus\n'], 'plants.csv');
  const rest = await correctedFile(file, {}, [], new Set([3, 5]));
  expect(await rest.text()).toBe('id,name\n\n7x,Aloe\n\n9x,Ficus\n');
});

test('a corrected file keeps the line "sep=" with which Excel names the delimiter', async () => {
  const file = new File(['sep=;\r\nid;name\r\n7x;Aloe\r\n'], 'plants.csv');
  const other = await correctedFile(file, {}, [{ row: 2, column: 'id', text: '7' }]);
  expect(await other.text()).toBe('sep=;\r\nid;name\r\n7;Aloe\r\n');
});

test('a corrected file keeps the rows above its headers', async () => {
  const file = new File(['Stock, spring\n\n5,"Ivy"\nid,name\n7x,Aloe\n'], 'plants.csv');
  const other = await correctedFile(file, { headerRow: 4 }, [{ row: 5, column: 'id', text: '7' }]);
  expect(await other.text()).toBe('Stock, spring\n\n5,"Ivy"\nid,name\n7,Aloe\n');
});

test('a corrected cell gets quotation marks if necessary', async () => {
  const file = new File(['id,name\n7,\n'], 'plants.csv');
  const other = await correctedFile(file, {}, [{ row: 2, column: 'name', text: 'a, "b"' }]);
  expect(await other.text()).toBe('id,name\n7,"a, ""b"""\n');
});

test.for([
  [
    'a column with white space around its header',
    'id, name ,tag\n7,,\n',
    'name',
    'id," name ",tag\n7,Aloe,\n',
  ],
  ['a cell after the last header, by its letter', 'id,name\n7,Ficus,big\n', 'C', 'id,name\n7,Ficus,Aloe\n'],
  ['a column without a header, by its letter', 'id,\n7,\n', 'B', 'id,\n7,Aloe\n'],
])('a cell is corrected in %s', async ([, text, column, corrected]) => {
  const file = new File([text ?? ''], 'plants.csv');
  const columns = column === 'B' ? { name: 'B' } : {};
  const other = await correctedFile(file, columns, [{ row: 2, column: column ?? '', text: 'Aloe' }]);
  expect(await other.text()).toBe(corrected);
});

test('a correction for a missing row or column is refused', async () => {
  const file = new File(['id,name\n7,\n'], 'plants.csv');
  const correcting = correctedFile(file, {}, [{ row: 2, column: 'nobody', text: 'Aloe' }]);
  await expect(correcting).rejects.toThrow('the file has no column “nobody”');
});

test('a corrected file is in UTF-8, whatever its former encoding', async () => {
  const text = 'id,name\nx,Märzbecher\n';
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'latin1')]) {
    const file = new File([bytes], 'plants.csv');
    const other = await correctedFile(file, {}, [{ row: 2, column: 'id', text: '7' }]);
    expect(Buffer.from(await other.arrayBuffer()).toString()).toBe('\uFEFFid,name\n7,Märzbecher\n');
  }
});

test('a row with a broken quotation mark is still refused after another row was corrected', async () => {
  const file = new File(['id,name\n8071,"Golden Pothos\n8072x,"Fern"\n8073,Moss\n'], 'plants.csv');
  const other = await correctedFile(file, {}, [{ row: 3, column: 'id', text: '8072' }]);
  expect(await other.text()).toBe('id,name\n"8071,""Golden Pothos",\n8072,Fern\n8073,Moss\n');
});
