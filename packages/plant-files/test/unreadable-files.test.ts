import { deflateRawSync, gzipSync } from 'node:zlib';
import { StoreError } from '@plant-store/schema';
import { describe, expect, test } from 'vitest';
import { openPlantFile } from '../src/index.ts';
import { bytesOf, pieces, read, readErrorOf } from './reading.ts';

const csv = 'id,name,tag\n7,Fern,shade\n8,Moss,\n';
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
/** The first entry of a ZIP archive, as office programs write it. */
const zip = (name: string, content: string) => {
  const header = new Uint8Array(30);
  header.set([0x50, 0x4b, 3, 4, 20]);
  header[26] = name.length;
  return Uint8Array.from([...header, ...latin1(name), ...deflateRawSync(content)]);
};
const ods = Uint8Array.from([
  ...zip('mimetype', '').subarray(0, 38),
  ...latin1('application/vnd.oasis.opendocument.spreadsheetPK'),
]);

test('the error of an unreadable file is a StoreError with the code unreadableFile', async () => {
  const opened = openPlantFile(pieces(new Uint8Array(0), [1]));
  await expect(opened).rejects.toBeInstanceOf(StoreError);
  await expect(opened).rejects.toMatchObject({ code: 'unreadableFile' });
});

describe('a file that is not text is refused with its kind and advice', () => {
  test.each<[string, Uint8Array, RegExp]>([
    [
      'an Excel workbook',
      zip('[Content_Types].xml', '<x/>'),
      /Excel workbook \(\.xlsx\), not CSV; in Excel choose File, Save As, "CSV UTF-8/,
    ],
    [
      'an old Excel workbook',
      latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
      /old Excel workbook \(\.xls\).*password.*Save As/,
    ],
    ['an OpenDocument spreadsheet', ods, /OpenDocument spreadsheet \(\.ods\).*Text CSV/],
    ['another archive', zip('plants.csv', csv), /ZIP archive.*unpack it/],
    ['gzip', new Uint8Array(gzipSync(csv)), /compressed with gzip.*unpack it/],
    ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3'), /PDF document.*export the plants as CSV/],
    ['a picture', latin1('\x89PNG\r\n\x1a\n\0\0'), /a picture/],
    ['a database', latin1('SQLite format 3\0'), /an SQLite database/],
    [
      'an HTML page',
      bytesOf('\n<!DOCTYPE html><html><body>id,name</body></html>'),
      /HTML page, whatever its name says/,
    ],
    ['XML', bytesOf('\ufeff<?xml version="1.0"?><Workbook/>'), /XML document/],
    [
      'a file with a zero byte',
      latin1('id,name\n7,F\0rn and many more words here'),
      /not text: its byte 12 is 0/,
    ],
    ['nothing', new Uint8Array(0), /the file is empty; send CSV/],
    ['a byte order mark alone', bytesOf('\ufeff'), /nothing but blank rows/],
    ['blank rows', bytesOf('\n \n,,\n'), /nothing but blank rows/],
  ])('%s', async (_what, bytes, message) => {
    expect(await readErrorOf(bytes)).toMatch(message);
    expect(await readErrorOf(bytes, { sizes: [1] })).toMatch(message);
  });
});

describe('a file in UTF-8 with an invalid byte is refused, with its place', () => {
  test('after many blocks and cells with line breaks, an invalid byte is refused with its place', async () => {
    const before = 'id,name\n7,"Fern\nū"\n'.padEnd(200_000, '8,"🌿 Moss\n🌿"\n');
    const line = before.split('\n').length;
    const fault = await readErrorOf(Uint8Array.from([...bytesOf(`${before}\n9,🌿`), 0xff, 0x41]));
    expect(fault).toContain(`line ${line + 1}, column 5, has the byte 0xFF`);
  });

  test.each([
    ['an overlong form', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point above Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['an overlong form of three bytes', [0xe0, 0x80, 0x80]],
    ['an overlong form of four bytes', [0xf0, 0x80, 0x80, 0x80]],
    ['a continuation byte alone', [0x80]],
    ['a first byte alone', [0xc3, 0x41]],
  ])('%s', async (_what, bytes) => {
    const fault = await readErrorOf(
      Uint8Array.from([...bytesOf('id,name\n7,ū'), ...bytes, ...bytesOf('rn\n')]),
    );
    expect(fault).toMatch(/not in UTF-8: line 2, column 4, has the byte/);
  });
});

describe('a truncated file', () => {
  test('inside a quoted cell is refused with the place where the cell begins', async () => {
    expect(await readErrorOf('id,name\n7,Fern\n8,"Mo')).toMatch(
      /ends inside the quoted cell that begins in line 3, column 3: it was cut off, or a quotation mark is missing/,
    );
    expect(await readErrorOf('id,name\n7,"a\nb\nc"\n8,"two\nlines","Mo')).toMatch(
      /begins in line 6, column 8/,
    );
  });

  test('in the middle of a character is refused', async () => {
    const bytes = bytesOf('id,name\n7,Pūhā');
    expect(await readErrorOf(bytes.subarray(0, -1))).toMatch(
      /middle of a character in line 2, column 6: it was cut off, or is not in UTF-8/,
    );
    expect(await readErrorOf(bytesOf('id,name\n7,🌿').subarray(0, -2))).toMatch(/in line 2, column 3/);
  });

  test('between two characters is accepted, and the last row has the cells that arrived', async () => {
    expect((await read('id,name\n7,Fe')).rows[0]?.plant).toEqual({ id: 7n, name: 'Fe' });
  });
});

describe('the limits of a file', () => {
  const wide = (count: number) =>
    ['id', 'name', ...Array.from({ length: count - 2 }, (_, i) => `c${i}`)].join(',');

  test('1,000 columns are accepted, and more are refused', async () => {
    expect((await read(`${wide(1_000)}\n7,Fern\n`)).rows[0]?.plant).toEqual({ id: 7n, name: 'Fern' });
    expect(await readErrorOf(`${wide(1_001)}\n7,Fern\n`)).toMatch(/line 1 has 1001 columns; at most 1000/);
    expect(await readErrorOf(`id,name\n${wide(10_000)}\n`)).toMatch(/line 2 has 10000 columns/);
  });

  test('a cell of 64 KiB is accepted, and a longer one is refused with its line', async () => {
    const long = 'x'.repeat(64 * 1024);
    expect((await read(`id,name,note\n7,Fern,${long}\n`)).rows[0]?.plant).toEqual({ id: 7n, name: 'Fern' });
    expect(await readErrorOf(`id,name,note\n7,Fern,${long}x\n`)).toMatch(/longer than 64 KiB/);
    expect(await readErrorOf(`id,name,note\n7,Fern,"${long}x"\n`)).toMatch(/line 2.*longer than 64 KiB/);
  });

  const missing =
    /begins in line 3, column 3, is longer than 64 KiB; is the quotation mark missing that ends it/;
  const long = /begins in line 3, column 3, is longer than 64 KiB; make it shorter/;
  test.each([
    ['a quoted cell', 'id,name\n7,Fern\n8,"', 'x', missing, 256],
    ['a cell', 'id,name\n7,Fern\n8,x', 'x', long, 256],
    ['a header', 'id,name,', 'x', /line 1, column 9, is longer than 64 KiB/, 256],
    ['a row', 'id,name\n7,Fern', ',', /row that begins in line 2 is longer than 1 MiB/, 1_280],
    ['a line of NDJSON', '{"id":7,"name":"', 'x', /line 1 is longer than 1 MiB/, 1_280],
  ])('%s without an end is refused soon', async (_what, begin, byte, message, limitKib) => {
    let sent = 0;
    async function* endless() {
      yield bytesOf(begin);
      for (; ; sent += 10_000) yield new Uint8Array(10_000).fill(byte.charCodeAt(0));
    }
    const reading = (async () => {
      const { batches } = await openPlantFile(endless());
      for await (const batch of batches) expect(batch.length).toBeGreaterThan(0);
    })();
    await expect(reading).rejects.toThrow(message);
    expect(sent).toBeLessThan(limitKib * 1024);
  });

  test('a row of more than 1 MiB with valid cells is refused', async () => {
    const row = `8,Fern,${Array.from({ length: 40 }, () => 'x'.repeat(60_000)).join(',')}`;
    expect(await readErrorOf(`id,name\n${row}\n`)).toMatch(/row that begins in line 2 is longer than 1 MiB/);
  });

  test('a line of NDJSON of more than 1 MiB is refused', async () => {
    expect(
      await readErrorOf(`{"id":7,"name":"Fern"}\n{"id":8,"note":"${'x'.repeat(1024 * 1024)}"}\n`),
    ).toMatch(/line 2 is longer than 1 MiB/);
  });
});

describe('JSON in another form than NDJSON is refused, with advice', () => {
  test.each([
    ['an array', '[{"id":7,"name":"Fern"}]', /JSON array.*one object on a line/],
    ['an array on several lines', ' [\n {"id":7}\n]', /JSON array/],
    ['an object on several lines', '{\n  "id": 7\n}', /goes on in the next line/],
  ])('%s', async (_what, text, message) => {
    expect(await readErrorOf(text)).toMatch(message);
    expect(await readErrorOf(text, { format: 'ndjson' })).toMatch(message);
  });

  test('a file in a format other than the declared one is refused', async () => {
    expect(await readErrorOf('{"id":7,"name":"Fern"}\n', { format: 'csv' })).toMatch(
      /sent as CSV, but it is NDJSON/,
    );
    expect(await readErrorOf('"id";"name"\n7;Fern\n', { format: 'ndjson' })).toMatch(
      /sent as NDJSON, but it is CSV/,
    );
  });
});

test('a file with only headers is valid and has no rows', async () => {
  expect((await read('id,name')).rows).toEqual([]);
  expect((await read('\ufeffid;name;tag\r\n')).rows).toEqual([]);
});

test.each([
  ['a PDF', '%PDF', 'PDF'],
  ['a plant above the headers', '5,Moss\n', 'row 1 above it looks like a plant'],
])('after a fault the source is closed: %s', async (_what, begin, message) => {
  const source = pieces(bytesOf(begin + csv.repeat(10_000)), [10_000]);
  await expect(openPlantFile(source)).rejects.toThrow(message);
  expect(await source.next()).toEqual({ done: true, value: undefined });
});
