import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodingOf, isEncodingUnclear, openPlantFile } from '../src/index.ts';
import { bytesOf, pieces, read, readErrorOf } from './reading.ts';

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const swapped = (bytes: Uint8Array) => bytes.map((_, i) => bytes[i ^ 1] ?? 0);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** The names in a file, and its encoding. */
async function namesIn(bytes: Uint8Array, sizes = [bytes.length]) {
  const file = await openPlantFile(pieces(bytes, sizes));
  const names: (string | undefined)[] = [];
  for await (const rows of file.batches) names.push(...rows.map(({ plant }) => plant?.name));
  return { names, encoding: file.encoding() };
}

const csv = 'id;name\r\n7;Pūhā\r\n8;🌿 Moss\r\n';

describe('a file in UTF-16 is read as UTF-16', () => {
  test.each([
    ['little-endian, with a byte order mark', utf16(`\ufeff${csv}`), 'utf-16le'],
    ['big-endian, with a byte order mark', swapped(utf16(`\ufeff${csv}`)), 'utf-16be'],
    ['little-endian, without a mark', utf16(csv), 'utf-16le'],
    ['big-endian, without a mark', swapped(utf16(csv)), 'utf-16be'],
  ])('%s', async (_what, bytes, encoding) => {
    expect(await namesIn(bytes)).toEqual({ names: ['Pūhā', '🌿 Moss'], encoding });
    expect(await namesIn(bytes, [1])).toEqual({ names: ['Pūhā', '🌿 Moss'], encoding });
  });

  test('NDJSON is read in UTF-16 too', async () => {
    expect(await namesIn(utf16('\ufeff{"id":7,"name":"Pūhā"}\n'))).toMatchObject({ names: ['Pūhā'] });
  });

  test('half a character at the end of a file is reported as a truncated file', async () => {
    expect(await readErrorOf(utf16(`\ufeff${csv}9;Fern`).subarray(0, -1))).toMatch(
      /middle of a character in line 4, column 6: it was cut off/,
    );
  });

  test('UTF-32 and an HTML page in UTF-16 are refused', async () => {
    const utf32 = Uint8Array.from([0xff, 0xfe, 0, 0, ...[...csv].flatMap((c) => [c.charCodeAt(0), 0, 0, 0])]);
    expect(await readErrorOf(utf32)).toMatch(/not text: its byte 3 is 0/);
    expect(await readErrorOf(utf16('\ufeff<html>id,name'))).toMatch(/HTML page/);
  });
});

describe('a file in Windows-1252 is recognised', () => {
  test.each([
    ['umlauts', latin1('id,name\n7,M\xe4rzbecher\n8,Foug\xe8re\n'), ['Märzbecher', 'Fougère']],
    ['characters outside Latin-1', latin1('id,name\n7,\x80 \x93Fern\x94\n'), ['€ “Fern”']],
    ['an umlaut at the end of the file', latin1('id,name\n7,Caf\xe9'), ['Café']],
  ])('%s', async (_what, bytes, names) => {
    expect(await namesIn(bytes)).toEqual({ names, encoding: 'windows-1252' });
    expect(await namesIn(bytes, [1])).toEqual({ names, encoding: 'windows-1252' });
  });

  test('the encoding depends on the first non-ASCII character, even if it comes late', async () => {
    const late = `id,name\n${'7,Fern\n'.repeat(40_000)}`;
    const { names, encoding } = await namesIn(latin1(`${late}8,M\xe4rz\n9,\xc3\xa4\n`));
    expect(names.slice(-2)).toEqual(['März', 'Ã¤']);
    expect(encoding).toBe('windows-1252');
    expect((await namesIn(bytesOf(`${late}8,März\n`))).encoding).toBe('utf-8');
    expect(await readErrorOf(Uint8Array.from([...bytesOf(`${late}8,ä\n9,`), 0xe4]))).toMatch(
      /line 40003, column 3/,
    );
  });

  test('any text in Windows-1252 is read exactly, unless it is valid UTF-8', async () => {
    const name = fc.string({ unit: fc.constantFrom(...'aä ßéÜøÃ¤'), minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const bytes = latin1(`id,name\n7,x${text}x\n`);
        const isUtf8 = Buffer.from(bytes).toString('utf8').includes('\ufffd') === false;
        if (isUtf8) return;
        const mixed = await readErrorOf(bytes);
        if (mixed === 'no fault') expect((await namesIn(bytes)).names).toEqual([`x${text}x`]);
        else expect(mixed).toMatch(/not in UTF-8/);
      }),
    );
  });
});

test('a file with a declared encoding is read only in that encoding', async () => {
  const bytes = latin1('id,name\n7,M\xe4rz\n');
  expect(await readErrorOf(bytes, { encoding: 'utf-8' })).toMatch(
    /^the file is not in UTF-8: line 2, column 4, has the byte 0xE4 \(in Windows-1252 it would be "ä"\)/,
  );
  const { rows } = await read(bytesOf('id,name\n7,ä\n'), { encoding: 'windows-1252' });
  expect(rows[0]?.plant?.name).toBe('Ã¤');
});

describe('a declared encoding of the Encoding Standard is read strictly', () => {
  // Each sample has a character that Node's own decoder reads wrong or refuses, where there is one.
  const samples: [label: string, encoding: string, bytes: number[], text: string][] = [
    ['sjis', 'shift_jis', [0x83, 0x7c, 0x8d, 0xf7, 0xbb], 'ポ桜ｻ'],
    ['gb2312', 'gbk', [0xc2, 0xcc, 0x90, 0x30, 0x81, 0x30, 0x80], '绿𐀀€'],
    ['big5-hkscs', 'big5', [0xaa, 0xe1, 0x8d, 0xd5], '花沪'],
    ['ks_c_5601-1987', 'euc-kr', [0xb2, 0xc9, 0x81, 0x41], '꽃갂'],
    ['x-euc-jp', 'euc-jp', [0xba, 0xf9, 0x8e, 0xbb, 0x8f, 0xb0, 0xa1], '桜ｻ丂'],
    ['csiso2022jp', 'iso-2022-jp', [0x1b, 0x24, 0x42, 0x3a, 0x79, 0x1b, 0x28, 0x42], '桜'],
    ['cp1251', 'windows-1251', [0xd0, 0xee, 0xe7, 0xe0], 'Роза'],
    ['koi8-u', 'koi8-u', [0xf2, 0xcf, 0xda, 0xc1, 0xae], 'Розаў'],
    ['x-cp1250', 'windows-1250', [0x52, 0xf9, 0x9e, 0x65], 'Růže'],
    ['x-mac-roman', 'macintosh', [0x4d, 0x8a, 0x72, 0x7a], 'März'],
  ];

  test.each(samples)('%s is %s', async (label, encoding, name, text) => {
    expect(encodingOf(label)).toBe(encoding);
    // The name is in both of the first blocks, whatever the length of its characters.
    for (const odd of [0, 1, 2, 3]) {
      const rows = `id,name\r7,${'x'.repeat(120 + odd)}\r`;
      const head = latin1(rows + '9,Fern\r'.repeat(Math.floor((64 * 1024 - rows.length - 6) / 7)));
      const many = Array.from({ length: 20 }, () => [...latin1('8,'), ...name, 0x0d]).flat();
      const bytes = Uint8Array.from([...head, ...many]);
      const { rows: found, header } = await read(bytes, { encoding });
      expect(found.slice(-20).map(({ plant }) => plant?.name)).toEqual(Array(20).fill(text));
      expect(header.newline).toBe('\r');
    }
  });

  test.each([
    ['shift_jis', [0x8d, 0xf7, 0xa0], 4],
    ['gb18030', [0xc2, 0xcc, 0xff], 4],
    ['euc-kr', [0xb2, 0xc9, 0xb2], 4],
    ['windows-1253', [0xe1, 0xd2], 4],
    // The standard gives these bytes control characters.
    ['windows-1252', [0xe4, 0x9d], 4],
    ['iso-8859-2', [0xb1, 0x8a], 4],
  ])('a byte that is no character of %s is refused with its place', async (encoding, name, column) => {
    const bytes = Uint8Array.from([...latin1('id,name\r\n7,'), ...name, ...latin1('\r\n8,Fern\r\n')]);
    for (const sizes of [[bytes.length], [1]])
      expect(await readErrorOf(bytes, { encoding, sizes })).toMatch(
        `the file is not in ${encoding}: line 2, column ${column}, has a byte that is no character there; save it as UTF-8`,
      );
  });
});

test.each([
  ['UTF-8, sent as GBK', latin1('\xef\xbb\xbfStock\nid,name\n7,\xc3\xa9\xc3\xa9\n'), 'gbk', 'utf-8'],
  ['UTF-8, sent as UTF-16', latin1('\xef\xbb\xbfid,name\n7,\xc3\xa9\n'), 'utf-16', 'utf-8'],
  ['UTF-16, sent as UTF-8', utf16(`\ufeff${csv}`), 'utf-8', 'utf-16le'],
  ['UTF-16, sent in the other order', swapped(utf16(`\ufeff${csv}`)), 'utf-16le', 'utf-16be'],
])(
  'a file whose byte order mark names another encoding is refused: %s',
  async (_what, bytes, encoding, mark) => {
    expect(await readErrorOf(bytes, { encoding })).toBe(
      `the file begins with the byte order mark of ${mark}, but was sent as ${encoding}; send it without a charset`,
    );
  },
);

test('a file that is said to be in UTF-16 is in UTF-16, also with few zero bytes', async () => {
  const kanji = `id,name\n7,${'桜'.repeat(150)}\n`;
  expect(await readErrorOf(utf16(kanji))).toMatch(/not text/);
  for (const bytes of [
    utf16(kanji),
    utf16(`\ufeff${csv}`),
    swapped(utf16(`\ufeff${csv}`)),
    swapped(utf16(csv)),
  ])
    expect(await readErrorOf(bytes, { encoding: 'utf-16' })).toBe('no fault');
  expect(await readErrorOf('id,name\n7,M\xe4rz\n', { encoding: 'utf-16' })).toMatch(/^no column is the id/);
});

test('a guess of Windows-1252 ends at a byte that has no character there', async () => {
  expect(await readErrorOf(latin1('id,name\n7,M\xe4rz\n8,Foug\x8fre\n'))).toMatch(
    /^the file is not in windows-1252: line 3, column 7, .+ or send it with its encoding, such as "Content-Type: text\/csv; charset=/,
  );
});

test.each([
  ['ASCII', 'id,name\n7,Fern\n', false],
  ['UTF-8', 'id,name\n7,\xc3\xa4\n', false],
  ['UTF-16', 'i\0d\0,\0n\0a\0m\0e\0\n\x007\0,\0\xe4\0', false],
  ['a PDF document', '%PDF-1.7 \xe4', 'error'],
  ['Windows-1252', 'id,name\n7,M\xe4rz\n', true],
  ['Shift_JIS, whose first byte is not in Windows-1252', 'id,name\n7,\x8d\xf7\n', true],
  ['GBK that begins like UTF-8', 'id,name\n7,\xc4\xa3\xb0\xe5\n', true],
  ['UTF-8 that was cut off', 'id,name\n7,\xc3\xa4\n8,\xe2\x82', false],
  ['UTF-8 with a bad byte after three characters', 'id,name\n7,\xc3\xa4\xc3\xa4\xc3\xa4\n8,\xe4\n', false],
  ['a bad byte after a byte order mark', '\xef\xbb\xbfid,name\n7,\xe4\n', false],
])('only a person can know the encoding of %s: %#', async (_what, text, isUnclear) => {
  const found = await isEncodingUnclear(pieces(latin1(text), [5])).catch(() => 'error');
  expect(found).toBe(isUnclear);
});

test('a file in another encoding is returned with a byte order mark', async () => {
  expect((await read(utf16(csv))).header.hasBom).toBe(true);
  expect((await read(latin1('id,name\n'), { encoding: 'windows-1252' })).header.hasBom).toBe(true);
  expect((await read('id,name\n')).header.hasBom).toBe(false);
});
