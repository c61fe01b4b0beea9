import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
import { importFile, openImport } from './importing.ts';

const badFiles: [what: string, body: string | Uint8Array, message: RegExp][] = [
  ['nothing', '', /empty/],
  [
    'an Excel workbook',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('[Content_Types].xml xl/workbook.xml')]),
    /Excel workbook/,
  ],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /./],
  ['noise', deflateRawSync(Buffer.from('plants '.repeat(50_000) + Math.random())), /./],
  ['a page', '<!doctype html><title>Sign in</title>', /HTML page/],
  [
    'a mixture of UTF-8 and Latin-1',
    Buffer.concat([Buffer.from('id,name\n1,Pūhā\n'), Buffer.from('2,M\xe4rzbecher\n', 'latin1')]),
    /line 3, column 4, has the byte 0xE4 .*"ä"/,
  ],
  ['a truncated file', 'id,name\n1,"Fern', /line 2, column 3: it was cut off/],
  ['a file truncated within a character', Buffer.from('id,name\n1,Pūhā').subarray(0, -1), /cut off|UTF-8/],
  ['10,000 columns', `id,name${',x'.repeat(9_998)}\n1,Fern\n`, /line 1 has 10000 columns/],
  ['a file without columns of plants', 'when,what\n2026,rain\n', /no column is the id.*"when", "what"/],
  ['a JSON array', '[{"id":1,"name":"Fern"}]', /JSON array/],
];

test('400 for a file without plants names its kind and the place, and nothing is stored', async () => {
  const store = await startStore();
  for (const [what, body, message] of badFiles) {
    const answer = await importFile(store, body, { 'content-type': 'application/octet-stream' });
    expect([what, answer]).toMatchObject([what, { status: 400, body: { error: 40005 } }]);
    expect([what, answer.body.message]).toEqual([what, expect.stringMatching(message)]);
  }
  for (const table of ['plants', 'imports', 'import_pieces', 'receipts'])
    expect(await store.rows(`SELECT count(*) AS n FROM "${table}"`)).toEqual([{ n: 0n }]);
  expect((await importFile(store, 'id,name\n1,Fern\n')).body).toMatchObject({ created: 1 });
});

test.each([
  ['a cell', 'id,name\n1,"', 'x'],
  ['a row', 'id,name\n', '1,'],
  ['a line of NDJSON', '{"id":1,"name":"Fern"}\n{"name":"', 'x'],
])(
  '%s of a gigabyte is refused at its beginning, and the rest is neither read nor kept in memory',
  async (_what, head, filler) => {
    const store = await startStore();
    const { post, answer, write, sent } = openImport(store.url, await store.tokenFor('imports'), {
      'content-type': 'application/octet-stream',
      'content-length': String(1024 ** 3),
    });
    const before = process.memoryUsage.rss();
    let isAnswered = false;
    void answer.finally(() => {
      isAnswered = true;
    });
    await write(head);
    const piece = Buffer.alloc(64 * 1024, filler);
    while (!isAnswered && sent() < 1024 ** 3) await write(piece);
    const { status, body } = await answer;
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      error: 40005,
      message: expect.stringMatching(/line 2.*longer than/),
    });
    expect(sent()).toBeLessThan(64 * 1024 * 1024);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    post.destroy();
  },
);
