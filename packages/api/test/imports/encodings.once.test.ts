import { describe, expect, test } from 'vitest';
import { shareStore, startStore } from '../store.ts';
import { importFile } from './importing.ts';

const text = 'id,name\n1,Märzbecher\nx,Bärlauch\n';

test.each([
  ['UTF-8', Buffer.from(text), undefined, 'utf-8'],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le'), undefined, 'utf-16le'],
  ['UTF-16 without', Buffer.from(text, 'utf16le'), undefined, 'utf-16le'],
  ['UTF-16, declared', Buffer.from(text, 'utf16le').swap16(), 'utf-16be', 'utf-16be'],
  [
    'UTF-16, declared, without the order of its bytes',
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    'utf-16',
    'utf-16be',
  ],
  ['Windows-1252', Buffer.from(text, 'latin1'), undefined, 'windows-1252'],
  ['Windows-1252, declared as Latin-1', Buffer.from(text, 'latin1'), 'iso-8859-1', 'windows-1252'],
  ['UTF-8, declared as ASCII', Buffer.from(text), 'ANSI_X3.4-1968', 'utf-8'],
  ['MacRoman', Buffer.from(text.replaceAll('ä', '\x8a'), 'latin1'), '"Mac"', 'macintosh'],
  ['GB 18030', Buffer.from(text.replaceAll('ä', '\x81\x30\x8a\x31'), 'latin1'), 'GB18030', 'gb18030'],
])(
  'an import reads %s, names the encoding, and returns the file in UTF-8',
  async (_what, bytes, charset, encoding) => {
    const store = await startStore();
    const type = { 'content-type': charset ? `text/csv; charset=${charset}` : 'text/csv' };
    const { status, body } = await importFile(store, bytes, type);
    expect([status, body]).toMatchObject([200, { created: 1, failed: 1, encoding }]);
    const isGuess = encoding === 'windows-1252' && !charset;
    expect(body.warnings).toEqual(isGuess ? [expect.objectContaining({ value: 'Märzbecher' })] : []);
    expect(await store.rows('SELECT "name" FROM "plants"')).toEqual([{ name: 'Märzbecher' }]);
    const annotated = Buffer.from(await (await store.send(body.annotated)).arrayBuffer()).toString();
    expect(annotated).toContain('x,Bärlauch,failed,');
    expect(annotated.startsWith('\ufeff')).toBe(encoding !== 'utf-8');
  },
);

const wayOut = expect.stringMatching(
  /was read as Windows-1252, which is a guess.+undo.+charset=windows-1251/,
);

describe('a guessed encoding that decides a text of a plant is a warning, the first one', () => {
  const sharedStore = shareStore((start) => start());
  const dryRunOf = async (content: string, type = 'text/plain') => {
    const headers = { 'content-type': type, query: '?dryRun=true' };
    return (await importFile(await sharedStore(), Buffer.from(content, 'latin1'), headers)).body;
  };

  test.each([
    ['Windows-1251', 'id,name\n1,\xd0\xee\xe7\xe0\n', 2, 'name', 'Ðîçà'],
    ['GBK that becomes symbols alone', 'id,name\n1,Fern\n2,\xb0\xa1\n', 3, 'name', '°¡'],
    ['MacRoman in a tag, under another header', 'id,name,Label\n1,Fern,\x8atre\n', 2, 'Label', 'Štre'],
    ['an invalid row and a damaged one above', 'id,name\nx,\xe4\n1,#N/A\n2,M\xe4rz\n', 4, 'name', 'März'],
    ['NDJSON', '{"id":1,"name":"Fern","tag":"M\xe4rz"}\n', 1, 'tag', 'März'],
    ['1,100 other warnings above', `id,name\n${'1,#N/A\n'.repeat(1_100)}2,M\xe4rz\n`, 1_102, 'name', 'März'],
  ])('%s', async (_what, content, row, column, value) => {
    const { warnings } = await dryRunOf(content);
    expect(warnings[0]).toEqual({ row, column, value, message: wayOut });
    expect(warnings.length).toBeLessThanOrEqual(1_000);
  });

  test.each([
    ['a charset names the encoding', 'id,name\n1,M\xe4rz\n', 'text/csv; charset=windows-1252'],
    ['only a column that is not imported has such letters', 'id,name,note\n1,Fern,M\xe4rz\n'],
    ['the file is in UTF-8', 'id,name\n1,M\xc3\xa4rz\n'],
  ])('no warning if %s', async (_what, content, type?: string) => {
    expect(await dryRunOf(content, type)).toMatchObject({ created: 1, warnings: [] });
  });
});

test('400 for Windows-1252 declared as UTF-8, with the place of the first bad byte', async () => {
  const store = await startStore();
  const type = { 'content-type': 'text/csv; charset=utf-8' };
  const { status, body } = await importFile(store, Buffer.from(text, 'latin1'), type);
  expect([status, body.error]).toEqual([400, 40005]);
  expect(body.message).toMatch(/line 2, column 4, has the byte 0xE4/);
});

test('the annotated file has a byte order mark even if the encoding is detected late', async () => {
  const store = await startStore();
  const late = `id,name\n${'x,Fern\n'.repeat(20_000)}1,Märzbecher\n`;
  const { body } = await importFile(store, Buffer.from(late, 'latin1'), { query: '?dryRun=true' });
  expect(body).toMatchObject({ created: 1, encoding: 'windows-1252' });
  const annotated = Buffer.from(await (await store.send(body.annotated)).arrayBuffer()).toString();
  expect(annotated.startsWith('\ufeffid,name')).toBe(true);
  expect(annotated).toContain('1,Märzbecher,created');
});
