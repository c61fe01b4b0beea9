import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
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
    expect(await store.rows('SELECT "name" FROM "plants"')).toEqual([{ name: 'Märzbecher' }]);
    const annotated = Buffer.from(await (await store.send(body.annotated)).arrayBuffer()).toString();
    expect(annotated).toContain('x,Bärlauch,failed,');
    expect(annotated.startsWith('\ufeff')).toBe(encoding !== 'utf-8');
  },
);

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
