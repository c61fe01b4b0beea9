import { textIn } from '@plant-store/plant-files';
import { describe, expect, test } from 'vitest';
import { likelyReadings } from '../../../src/imports/encoding/likely-readings.ts';
import { correctedFile } from '../../../src/imports/file/corrected-file.ts';
import { inEncoding } from '../../../src/imports/file/file-reading.ts';
import { inspectFile } from '../../../src/imports/file/inspect-file.ts';
import { newIds } from '../../../src/imports/file/new-ids.ts';
import { rowCells } from '../../../src/imports/file/row-cells.ts';

/** The bytes of a text, found with the decoder of the encoding: of one byte, or else of two. */
async function bytesIn(encoding: string, text: string): Promise<Uint8Array> {
  const codes = Array.from({ length: 256 }, (_, byte) => byte);
  const pairs = codes.slice(0x81).flatMap((lead) => codes.slice(0x40).map((trail) => [lead, trail]));
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, number[]>();
  for (const bytes of [...codes.map((byte) => [byte]), ...pairs]) {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (!found.has(character)) found.set(character, bytes);
  }
  const bytes = Uint8Array.from([...text].flatMap((character) => found.get(character) ?? []));
  expect(await textIn(encoding, bytes)).toBe(text);
  return bytes;
}

async function fileIn(encoding: string, text: string, name = 'plants.csv'): Promise<File> {
  return new File([(await bytesIn(encoding, text)) as BlobPart], name);
}

const csvOf = (names: string[]) => `id,name\r${names.map((name, at) => `${at},${name}\r`).join('')}`;

describe('the right names are among the first four readings of a file', () => {
  test.each([
    ['windows-1252', 1, ['Märzbecher', 'Gänseblümchen', 'Weiße Lilie']],
    ['windows-1252', 1, ['Fougère mâle', 'Érable du Japon', 'Chêne pédonculé']],
    ['windows-1252', 1, ['Salvia × sylvestris ‘Mainacht’', 'Rose – “Queen”']],
    ['macintosh', 1, ['Märzbecher', 'Süßkirsche', 'Hängebirke']],
    ['macintosh', 1, ['Calathéa', 'Fougère', 'Œillet']],
    ['windows-1250', 1, ['Dąb szypułkowy', 'Świerk pospolity', 'Róża dzika']],
    ['iso-8859-2', 1, ['Růže šípková', 'Třešeň ptačí', 'Břečťan']],
    ['windows-1251', 1, ['Фикус Бенджамина', 'Клён остролистный', 'Ландыш']],
    ['koi8-u', 1, ['Фикус Бенджамина', 'Клён остролистный', 'Ландыш']],
    ['x-mac-cyrillic', 1, ['Фикус Бенджамина', 'Роза собачья', 'Ландыш']],
    ['shift_jis', 1, ['サクラ', 'もみじ', '菊の花']],
    ['shift_jis', 1, ['桜', '紫陽花', '松']],
    ['shift_jis', 1, ['ｻｸﾗ', 'ｱｼﾞｻｲ', 'ﾓﾐｼﾞ']],
    ['euc-jp', 1, ['サクラ', 'もみじ', '菊の花']],
    ['gb18030', 1, ['龟背竹', '绿萝', '君子兰']],
    ['gb18030', 2, ['绿萝']],
    ['big5', 1, ['龜背芋', '黃金葛', '君子蘭']],
    ['euc-kr', 1, ['몬스테라', '장미', '소나무']],
    ['windows-1253', 1, ['Τριαντάφυλλο', 'Ελιά', 'Λεμονιά']],
    ['windows-1253', 1, ['Βασιλικός']],
    ['macintosh', 1, ['Höhe 5°']],
    ['euc-kr', 4, ['黃金葛']],
    ['windows-1254', 3, ['Çınar', 'Şimşir', 'Ihlamur ağacı']],
    ['windows-1257', 4, ['Ąžuolas', 'Beržas', 'Rožė']],
    ['windows-1255', 4, ['ורד', 'זית', 'לימון']],
    ['windows-1256', 1, ['زيتون', 'ورد', 'نخيل']],
    ['windows-874', 1, ['กุหลาบ', 'มะลิ', 'กล้วยไม้']],
  ])('%s, at place %i: %j', async (encoding, place, names) => {
    const readings = await likelyReadings(await fileIn(encoding, csvOf(names)));
    const found = readings?.findIndex((reading) => names.every((name) => reading.names.includes(name))) ?? -1;
    expect(found + 1).toBe(place);
    if (place === 1) expect(readings?.[0]?.encoding).toBe(encoding);
  });
});

test('a reading shows three names that have such letters, different letters first', async () => {
  const names = ['Fern', 'Bärlauch', 'Märzbecher', 'Süßdolde', 'Rösli', 'Moss'];
  const readings = await likelyReadings(await fileIn('windows-1252', csvOf(names)));
  expect(readings?.[0]?.names).toEqual(['Bärlauch', 'Süßdolde', 'Rösli']);
});

test('a file is judged by names that may be stored, not by long texts', async () => {
  const names = [...Array(20).fill(`Süßdolde ${'x'.repeat(2_000)}`), 'Märzbecher'];
  const readings = await likelyReadings(await fileIn('windows-1252', csvOf(names)));
  expect(readings?.[0]?.names).toEqual(['Märzbecher']);
});

test('at most six readings are shown, and none whose letters make no words', async () => {
  expect(await likelyReadings(await fileIn('windows-1251', csvOf(['Роза'])))).toHaveLength(6);
  expect(await likelyReadings(await fileIn('windows-1252', csvOf(['Märzbecher'])))).toHaveLength(1);
});

test('encodings that read the names alike are one reading', async () => {
  const readings = (await likelyReadings(await fileIn('windows-1252', csvOf(['Märzbecher'])))) ?? [];
  const texts = readings.map(({ names }) => names.join());
  expect(new Set(texts).size).toBe(texts.length);
});

test.each([
  ['headers that only the encoding explains', 'plants.csv', '番号,名前\r\n1,桜\r\n', ['番号', '名前', '桜']],
  ['NDJSON', 'plants.ndjson', '{"id":1,"name":"桜"}\n', ['桜']],
  [
    'words of a long note',
    'plants.csv',
    `id,name,note\n1,Fern,${'long '.repeat(300)}桜 紫陽花\n`,
    ['桜', '紫陽花'],
  ],
  ['letters in another column alone', 'plants.csv', 'id,name,note\n1,Fern,桜;紫陽花\n', ['桜', '紫陽花']],
])('%s are shown', async (_what, name, text, names) => {
  const readings = await likelyReadings(await fileIn('shift_jis', text, name));
  expect(readings?.find(({ encoding }) => encoding === 'shift_jis')?.names).toEqual(names);
});

test('preview, other cells, new ids and corrections read a file in the chosen encoding', async () => {
  const file = inEncoding(await fileIn('shift_jis', 'id,name,note\nA-1,桜,春\n2,紫陽花,\n'), 'shift_jis');
  expect((await inspectFile(file, {})).preview[1]).toMatchObject({ id: '2', name: '紫陽花' });
  const cells = await rowCells(file, {}, [2]);
  expect(cells.get(2)?.map(({ text }) => text)).toEqual(['A-1', '桜', '春']);
  const { corrections = [] } = (await newIds(file, {}, 6n)) ?? {};
  const corrected = await correctedFile(file, {}, corrections);
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await corrected.arrayBuffer())).toBe(
    '\ufeffid,name,note\n7,桜,春\n2,紫陽花,\n',
  );
  expect((await inspectFile(corrected, {})).preview[0]).toMatchObject({ id: '7', name: '桜' });
});

test.each(['id,name\n1,Fern\n', 'id,name\n1,桜\n', '\ufeffid,name\n1,桜\n', '%PDF-1.7\n', ''])(
  'nothing is asked about a file in UTF-8 or of another kind: %j',
  async (text) => {
    expect(await likelyReadings(new File([text], 'plants.csv'))).toBeUndefined();
  },
);
