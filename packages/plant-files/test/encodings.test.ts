import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPlantFile } from '../src/index.ts';
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

test('a file in another encoding is returned with a byte order mark', async () => {
  expect((await read(utf16(csv))).header.hasBom).toBe(true);
  expect((await read(latin1('id,name\n'), { encoding: 'windows-1252' })).header.hasBom).toBe(true);
  expect((await read('id,name\n')).header.hasBom).toBe(false);
});
