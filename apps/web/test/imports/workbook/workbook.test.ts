import { deflateSync } from 'node:zlib';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { inspectFile } from '../../../src/imports/file/inspect-file.ts';
import { limits } from '../../../src/imports/workbook/limits.ts';
import { openWorkbook } from '../../../src/imports/workbook/workbook.ts';
import { numberCell, row, textCell, workbook, workbookParts, zip64, zipped } from './workbook-file.ts';

const mib = 1024 * 1024;
const usual = { ...limits };
const lower = (some: Partial<typeof limits>) => Object.assign(limits, some);
afterEach(() => void Object.assign(limits, usual));

const head = row(1, textCell('A1', 'id'), textCell('B1', 'name'));

async function csvOf(file: File, sheet?: string): Promise<string> {
  const opened = await openWorkbook(file, sheet);
  return (await opened?.csv.text()) ?? 'no workbook';
}

const problemOf = (file: File, sheet?: string): Promise<string> =>
  openWorkbook(file, sheet).then(
    () => 'no problem',
    (error) => (error.code === 'unreadableFile' ? error.message : String(error)),
  );

test('a sheet becomes CSV, with each row on the line of its row number', async () => {
  const file = workbook(
    {
      Plants: [
        row(3, '<c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>2</v></c>'),
        '<row r="4" spans="1:4"/>',
        row(5, numberCell('A5', '7'), textCell('B5', 'Aloe &amp; "big", red'), '<c r="D5" s="1"/>'),
        row(6, numberCell('A6', '8'), textCell('B6', '  two\nlines_x000D_ '), '<c r="D6" t="b"><v>1</v></c>'),
      ].join(''),
    },
    {
      sharedTexts:
        '<si><t>id</t></si><si><r><rPr><b/></rPr><t>na</t></r><r><t xml:space="preserve">me</t></r></si><si><t>tag</t><rPh sb="0" eb="1"><t>x</t></rPh></si>',
    },
  );
  const { csv, sheet, sheets } = (await openWorkbook(file)) ?? {};
  expect(await csv?.text()).toBe('\n\nid,name,,tag\n\n7,"Aloe & ""big"", red"\n8,"  two\nlines\r ",,TRUE\n');
  expect([sheet, sheets, csv?.name]).toEqual(['Plants', ['Plants'], 'plants.xlsx']);
  const { preview } = await inspectFile(csv as File, {});
  expect(preview[0]).toMatchObject({ row: 5, id: '7', name: 'Aloe & "big", red' });
});

test('a cell of shared text without a number is empty, not the first text', async () => {
  const cells = row(2, numberCell('A2', '7'), textCell('B2', 'Aloe'), '<c r="C2" t="s" s="1"/>');
  const file = workbook({ Plants: head + cells }, { sharedTexts: '<si><t>succulent</t></si>' });
  expect(await csvOf(file)).toBe('id,name\n7,Aloe\n');
});

test.each([
  ['a shared text that is missing', row(2, numberCell('A2', '7'), '<c r="B2" t="s"><v>1</v></c>')],
  ['a cell without a column', row(2, numberCell('$A$2', '7'), textCell('$B$2', 'Aloe'))],
  ['a row without a number', '<row r="two"><c r="A2"><v>7</v></c></row>'],
])('%s is damage, and loses no text', async (_what, cells) => {
  const file = workbook({ Plants: head + cells }, { sharedTexts: '<si><t>fern</t></si>' });
  expect(await problemOf(file)).toContain('damaged');
});

test.each([
  ['a whole number', '7', '7'],
  ['a whole number with the fraction 0', '7.0', '7'],
  ['a number in exponential notation', '1.23E+12', '1230000000000'],
  ['a number with a rounding error of binary fractions', '7.0000000000000009', '7'],
  ['a fraction', '0.30000000000000004', '0.3'],
  ['the largest exact number', '9007199254740991', '9007199254740991'],
  ['a number with all digits, from another program', '9223372036854775807', '9223372036854775807'],
  ['a number without its last digits', '1.23456789012346E+17', '1.23456789012346E+17'],
  ['a negative number', '-5', '-5'],
])('%s is read with its exact value', async (_what, stored, text) => {
  expect(await csvOf(workbook({ Plants: row(1, numberCell('A1', stored)) }))).toBe(`${text}\n`);
});

test('an id that has lost digits in the workbook is refused, not rounded', async () => {
  const rows = head + row(2, numberCell('A2', '1.23456789012346E+17'), textCell('B2', 'Aloe'));
  const opened = await openWorkbook(workbook({ Plants: rows }));
  const { preview } = await inspectFile(opened?.csv as File, {});
  expect(preview).toMatchObject([{ id: '1.23456789012346E+17', isRefused: true }]);
});

test('dates are read as dates, in both date systems', async () => {
  const styles =
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="[$-407]d\\. mmm yyyy"/><numFmt numFmtId="165" formatCode="0&quot; days&quot;;[Red]General"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>';
  const cells = row(
    1,
    '<c r="A1" s="0"><v>46349</v></c>',
    '<c r="B1" s="1"><v>46349</v></c>',
    '<c r="C1" s="2"><v>46349</v></c>',
    '<c r="D1" s="3"><v>46349</v></c>',
    '<c r="E1" s="4"><v>46349.75</v></c>',
    '<c r="F1" s="1"><v>1</v></c>',
    '<c r="G1" t="d"><v>2026-11-23</v></c>',
  );
  expect(await csvOf(workbook({ Plants: cells }, { styles }))).toBe(
    '46349,2026-11-23,2026-11-23,46349,2026-11-23 18:00:00,1900-01-01,2026-11-23\n',
  );
  const mac = { styles, workbookPr: '<workbookPr date1904="1"/>' };
  expect(await csvOf(workbook({ Plants: row(1, '<c r="A1" s="1"><v>44887</v></c>') }, mac))).toBe(
    '2026-11-23\n',
  );
});

test('a formula gives its stored result; without one, only a row that needs it is refused, with the cell', async () => {
  const rows =
    head + row(2, '<c r="A2"><f>A1+1</f><v>7</v></c>', '<c r="B2" t="str"><f>B1</f><v>Aloe</v></c>');
  expect(await csvOf(workbook({ Plants: rows }))).toBe('id,name\n7,Aloe\n');
  const failed = row(
    1,
    '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c r="B1" t="str"><f>""</f><v></v></c>',
  );
  expect(await csvOf(workbook({ Plants: failed }))).toBe('#DIV/0!\n');
  const header = row(1, textCell('A1', 'id'), textCell('B1', 'name'), textCell('C1', 'price'));
  const previewOf = async (...cells: string[]) => {
    const opened = await openWorkbook(workbook({ Plants: header + row(2, ...cells) }));
    return (await inspectFile(opened?.csv as File, {})).preview;
  };
  const [id, name] = [numberCell('A2', '7'), textCell('B2', 'Aloe')];
  for (const rest of ['', '<v></v>', '<v/>']) {
    const formula = (cell: string) => `<c r="${cell}"><f>A1</f>${rest}</c>`;
    expect(await previewOf(id, formula('B2'))).toMatchObject([{ name: '#NO RESULT! (B2)', isRefused: true }]);
    expect(await previewOf(formula('A2'), name)).toMatchObject([{ id: '#NO RESULT! (A2)', isRefused: true }]);
    // Neither the price nor a column without a header is used.
    expect(await previewOf(id, name, formula('C2'), formula('D2'))).toMatchObject([
      { name: 'Aloe', isRefused: false },
    ]);
  }
  expect(await previewOf(id, '<c r="B2" t="str"><f>A1</f></c>')).toMatchObject([
    { name: '#NO RESULT! (B2)' },
  ]);
  expect(await previewOf('<c><f>A1</f></c>', '<c><f>A1</f></c>')).toMatchObject([
    { name: '#NO RESULT! (B2)' },
  ]);
});

test('the reader uses the chosen sheet, or else the first visible sheet with content', async () => {
  const file = workbook(
    { Notes: '', Old: row(1, textCell('A1', 'old')), Plants: head, More: row(1, textCell('A1', 'more')) },
    { states: { Old: 'hidden' } },
  );
  expect(await openWorkbook(file)).toMatchObject({ sheet: 'Plants', sheets: ['Notes', 'Plants', 'More'] });
  expect(await csvOf(file, 'More')).toBe('more\n');
  expect(await problemOf(file, 'Nobody')).toMatch(/has no sheet “Nobody”/);
  expect(await problemOf(file, 'Notes')).toBe('sheet “Notes” has nothing in it; choose another one');
  expect(await problemOf(workbook({ Notes: '' }))).toBe('no sheet of the workbook has anything in it');
});

test('elements with a namespace prefix are read too', async () => {
  const parts = workbookParts({ Plants: '' });
  parts['xl/worksheets/sheet1.xml'] =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>id</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await csvOf(zipped(parts))).toBe('id\n');
});

test('all rows of a sheet in many pieces are read', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) =>
    row(at + 2, numberCell(`A${at + 2}`, `${at}`), textCell(`B${at + 2}`, `Plänt ${Math.sin(at)}`)),
  );
  const lines = (await csvOf(workbook({ Plants: head + rows.join('') }))).split('\n');
  expect(lines.length).toBe(20_002);
  expect(lines[20_000]).toBe(`19999,Plänt ${Math.sin(19_999)}`);
});

test('empty rows after the last plant are ignored', async () => {
  lower({ elementLength: 20_000 });
  const empty = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 3}" ht="${15 + Math.sin(at)}" customHeight="1"/>`,
  );
  const rows = head + row(2, numberCell('A2', '7'), textCell('B2', 'Aloe')) + empty.join('');
  expect(await csvOf(workbook({ Plants: rows }))).toBe('id,name\n7,Aloe\n');
});

test('a workbook of a million rows is refused with advice', async () => {
  const sheetOf = (count: number) =>
    Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c><v>7</v></c></row>`).join('');
  expect(await problemOf(workbook({ Plants: row(1_048_576, numberCell('A1048576', '7')) }))).toMatch(
    /^sheet “Plants” has more than 200,000 rows; save it as CSV, which may have any number/,
  );
  lower({ rows: 1_000 });
  expect(await problemOf(workbook({ Plants: sheetOf(1_001) }))).toMatch(/more than 1,000 rows/);
  expect((await csvOf(workbook({ Plants: sheetOf(1_000) }))).length).toBe(2_000);
});

test('a workbook with more than a thousand columns is refused', async () => {
  expect(await problemOf(workbook({ Plants: row(1, numberCell('XFD1', '7')) }))).toMatch(/1,000 columns/);
});

test('a zip bomb is unpacked only up to the limit', async () => {
  const parts = { ...workbookParts({ Plants: head }), 'xl/sharedStrings.xml': ' '.repeat(4 * mib + 1) };
  lower({ inflatedBytes: 4 * mib });
  expect(await problemOf(zipped(parts))).toMatch(
    /^the workbook holds more than 4 MiB once it is unpacked; save the sheet/,
  );
});

test('a long shared text counts once for each of its cells', async () => {
  const sharedTexts = `<si><t>${'x'.repeat(3_000)}</t></si>`;
  const rows = row(1, '<c t="s"><v>0</v></c>'.repeat(900));
  lower({ textLength: mib });
  expect(await problemOf(workbook({ Plants: rows }, { sharedTexts }))).toMatch(/more than 1 MiB/);
});

test('a row above the length limit is refused before its end is read', async () => {
  lower({ elementLength: mib });
  const text = Array.from({ length: 100_000 }, (_, at) => Math.sin(at)).join('');
  expect(await problemOf(workbook({ Plants: row(1, textCell('A1', text)) }))).toMatch(
    /damaged or was cut off/,
  );
});

test('a file above the size limit is refused before it is read', async () => {
  const file = new File([new Uint8Array(limits.fileBytes + 1)], 'plants.xlsx');
  expect(await problemOf(file)).toMatch(
    /^the workbook is larger than 32 MiB; save the sheet of plants as CSV/,
  );
});

test('a damaged and an incomplete workbook are refused', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) =>
    row(at + 2, textCell(`A${at + 2}`, `${Math.sin(at)}`)),
  );
  const bytes = new Uint8Array(await workbook({ Plants: head + rows.join('') }).arrayBuffer());
  const cut = new File([bytes.slice(0, bytes.length / 2)], 'cut.xlsx');
  expect(await problemOf(cut)).toMatch(/damaged or was cut off/);
  const parts = workbookParts({ Plants: head });
  parts['xl/worksheets/sheet1.xml'] = parts['xl/worksheets/sheet1.xml']?.replace('</worksheet>', '') ?? '';
  expect(await problemOf(zipped(parts))).toMatch(/damaged or was cut off/);
  expect(await problemOf(workbook({ Plants: '<row r="1"><c r="A1"<v></row>' }))).toMatch(
    /damaged or was cut off/,
  );
  delete parts['xl/worksheets/sheet1.xml'];
  expect(await problemOf(zipped(parts))).toMatch(/damaged or was cut off/);
});

test("workbooks of other formats are refused with the format's name and advice", async () => {
  const compound = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(504)]);
  const encrypted = [compound, Buffer.from('EncryptedPackage', 'utf16le')];
  expect(await problemOf(new File([compound], 'plants.xls'))).toMatch(
    /old Excel workbook \(\.xls\); save it as \.xlsx/,
  );
  expect(await problemOf(new File(encrypted, 'plants'))).toMatch(
    /protected with a password; remove the password/,
  );
  expect(await problemOf(new File([compound], 'plants.xlsx'))).toMatch(/protected with a password/);
  expect(await problemOf(zipped({ 'xl/workbook.bin': 'x' }))).toMatch(/binary Excel workbook \(\.xlsb\)/);
});

test('a ZIP file without a workbook and one with only its first bytes are not workbooks', async () => {
  expect(await openWorkbook(zipped({ 'plants.csv': 'id,name' }))).toBeUndefined();
  expect(
    await openWorkbook(zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })),
  ).toBeUndefined();
  expect(
    await problemOf(new File(['PK\u0003\u0004', deflateSync('x'.repeat(999))], 'plants.xlsx')),
  ).not.toMatch(/^Error/);
});

/** A file with these parts as a program writes it that never goes back: lengths follow the parts. */
function streamed(parts: Record<string, Uint8Array>, partOf: (name: string) => ZipDeflate | ZipPassThrough) {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((_error, bytes) => pieces.push(bytes));
  for (const [name, bytes] of Object.entries(parts)) {
    const part = partOf(name);
    zip.add(part);
    part.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(pieces);
}

const bytesOf = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
const fileOf = (bytes: Uint8Array) => new File([bytes as BlobPart], 'plants.xlsx');

test('a ZIP file of a streaming program, with sizes after its parts, is read', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) =>
    row(at + 2, textCell(`A${at + 2}`, `${Math.sin(at)}`)),
  );
  const parts = bytesOf(workbookParts({ Plants: head + rows.join('') }));
  const bytes = streamed(parts, (name) => new ZipDeflate(name));
  expect((await csvOf(fileOf(bytes))).split('\n').length).toBe(3_002);
  expect(await problemOf(fileOf(bytes.subarray(0, 20_000)))).toMatch(/damaged or was cut off/);
});

test('a part of a streaming program may hold what looks like parts of the ZIP file', async () => {
  const embedded = await workbook({ Other: row(1, textCell('A1', 'other')) }).arrayBuffer();
  const parts = {
    ...{
      'xl/embeddings/1.xlsx': new Uint8Array(embedded),
      'docProps/a.emf': strToU8('PK\x03\x04\x14\0\x08\0'),
    },
    ...bytesOf(workbookParts({ Plants: head })),
    ...{
      'docProps/z.emf': strToU8('PK\x05\x06PK\x07\x08PK\x03\x04'),
      'xl/embeddings/2.xlsx': new Uint8Array(embedded),
    },
  };
  const bytes = streamed(parts, (name) => new ZipPassThrough(name));
  expect(await csvOf(fileOf(bytes))).toBe('id,name\n');
  // A mail program may have added a line end.
  expect(await csvOf(fileOf(Buffer.concat([bytes, Buffer.from('\r\n')])))).toBe('id,name\n');
});

test('a ZIP64 file, as some programs write small files too, is read', async () => {
  const bytes = zip64(await workbook({ Plants: head }).arrayBuffer());
  expect(await csvOf(fileOf(bytes))).toBe('id,name\n');
  expect(await problemOf(fileOf(bytes.subarray(0, -30)))).toMatch(/damaged or was cut off/);
});

test('a changed byte in any part that is read is damage', async () => {
  const parts = bytesOf(
    workbookParts({ Plants: head + row(2, numberCell('A2', '7'), textCell('B2', 'Aloe')) }),
  );
  const bytes = streamed(parts, (name) => new ZipPassThrough(name));
  bytes.write('Alow', bytes.indexOf('Aloe'));
  expect(await problemOf(fileOf(bytes))).toMatch(/damaged or was cut off/);
});

describe('parts are found by the relationships of the file', () => {
  const { '[Content_Types].xml': types = '', ...usual } = workbookParts(
    { Plants: row(1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" s="1"><v>46349</v></c>') },
    {
      sharedTexts: '<si><t>id</t></si>',
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    },
  );
  const [sheet = '', texts = '', styles = ''] = [
    'xl/worksheets/sheet1.xml',
    'xl/sharedStrings.xml',
    'xl/styles.xml',
  ].map((name) => usual[name]);
  const book = usual['xl/workbook.xml'] ?? '';
  const list = (type: string, targets: [id: string, kind: string, target: string][], prefix = '') =>
    `<${prefix}Relationships xmlns${prefix && ':p'}="x">${targets.map(([id, kind, target]) => `<${prefix}Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`).join('')}</${prefix}Relationships>`;
  const transitional = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

  test.each([
    ['relative', transitional, 'xl/workbook22.xml', 'data/page7.xml', 'texts5.xml', './format.xml', ''],
    [
      'absolute',
      transitional,
      '/xl/workbook22.xml',
      '/xl/data/page7.xml',
      '/xl/texts5.xml',
      '/xl/format.xml',
      '',
    ],
    [
      'in another folder',
      strict,
      'xl/workbook22.xml',
      '../xl/data/page7.xml',
      '../xl/texts5.xml',
      'format.xml',
      'p:',
    ],
  ])('targets that are %s', async (_what, type, main, page, shared, format, prefix) => {
    const file = zipped({
      '[Content_Types].xml': types,
      '_rels/.rels': list(type, [['rId9', 'officeDocument', main]], prefix),
      'xl/workbook22.xml': book.replaceAll('r:id', 'd3p1:id').replaceAll('xmlns:r', 'xmlns:d3p1'),
      'xl/_rels/workbook22.xml.rels': list(
        type,
        [
          ['rId1', 'worksheet', page],
          ['rId2', 'sharedStrings', shared],
          ['rId3', 'styles', format],
        ],
        prefix,
      ),
      'xl/data/page7.xml': sheet,
      'xl/texts5.xml': texts,
      'xl/format.xml': styles,
    });
    expect(await csvOf(file)).toBe('id,2026-11-23\n');
  });

  test('a workbook in another folder is a workbook; a text document is none', async () => {
    const relationshipsTo = (main: string) => list(transitional, [['rId1', 'officeDocument', main]]);
    const file = zipped({
      '_rels/.rels': relationshipsTo('book/Main.XML'),
      'book/main.xml': book,
      'book/_rels/main.xml.rels': list(transitional, [
        ['rId1', 'worksheet', 'a.xml'],
        ['rId2', 'sharedStrings', 'b.xml'],
      ]),
      'book/a.xml': sheet,
      'book/b.xml': texts,
    });
    expect(await csvOf(file)).toBe('id,46349\n');
    const letter = {
      '_rels/.rels': relationshipsTo('word/document.xml'),
      'word/document.xml': '<document/>',
    };
    expect(await openWorkbook(zipped(letter))).toBeUndefined();
    const binary = { '_rels/.rels': relationshipsTo('xl/book3.bin'), 'xl/book3.bin': 'x' };
    expect(await problemOf(zipped(binary))).toMatch(/binary Excel workbook/);
  });
});
