import { expect, test } from 'vitest';
import { shareStore, startStore } from '../store.ts';
import { file, importFile, openImport, total } from './importing.ts';

const sharedStore = shareStore((start) => start());

test('the query may name columns and a format that differ from the media type', async () => {
  const store = await startStore();
  const sheet = 'Nr;Sorte;Farbe\n7;Rose;rot\n';
  const query = '?format=csv&nameColumn=Sorte&tagColumn=Farbe';
  const { body } = await importFile(store, sheet, { query, 'content-type': 'text/plain' });
  expect(body).toMatchObject({ rows: 1, created: 1 });
  expect(await (await store.send('/plants/7')).json()).toEqual({ id: 7, name: 'Rose', tag: 'rot' });
  const none = await importFile(store, 'id,name,tag\n8,Moss,wet\n', { query: '?tagColumn=' });
  expect(none.body.created).toBe(1);
  expect(await (await store.send('/plants/8')).json()).toEqual({ id: 8, name: 'Moss' });
});

test.each([
  ['?duplicates=maybe', {}, 40003, /^duplicates must be refuse, skip or update \(sent: the text "maybe"\)/],
  ['?dryRun=yes', {}, 40003, /^dryRun must be true or false/],
  ['?dryrun=true', {}, 40000, /^"dryrun" is not a query parameter of this URL; use duplicates, dryRun, /],
  ['?newIdsFrom=A-17', {}, 40003, /^newIdsFrom must be/],
  ['?headerRow=0', {}, 40003, /^headerRow must be a whole number from 1 to 100/],
  ['?headerRow=101', {}, 40003, /^headerRow must be a whole number from 1 to 100/],
  ['?headerRow=2.0', {}, 40003, /^headerRow must be a whole number from 1 to 100/],
  ['?headerRow=9', {}, 40005, /^row 9 cannot be the header: it is blank, after the end, or/],
  ['?format=xlsx', {}, 40003, /^format must be csv or ndjson/],
  ['?idColumn=a&idColumn=b', {}, 40003, /^idColumn must be given once/],
  ['?idColumn=Art', {}, 40005, /no column for the id is named "Art"/],
  [
    '',
    { 'content-type': 'application/json' },
    40002,
    /^Content-Type must be text\/csv or application\/x-ndjson/,
  ],
  [
    '',
    { 'content-type': 'csv' },
    40002,
    /^Content-Type must be text\/csv or application\/x-ndjson, if need be with the charset of the file; "csv" was sent/,
  ],
  [
    '',
    { 'content-type': 'text/csv; charset=cp850' },
    40002,
    /must be text\/csv with a charset of the Encoding Standard, such as .+; "text\/csv; charset=cp850" was sent/,
  ],
  [
    '',
    { 'content-type': 'text/csv; charset=x-user-defined' },
    40002,
    /with a charset of the Encoding Standard/,
  ],
  ['', { 'content-type': 'text/csv; charset=iso-2022-kr' }, 40002, /with a charset of the Encoding Standard/],
  [
    '',
    { 'content-type': 'text/csv; charset=gbk; charset=utf-8' },
    40002,
    /must be one with a single charset;/,
  ],
  ['', { 'content-encoding': 'gzip' }, 40002, /^the file must not be compressed/],
  ['', { 'idempotency-key': 'ü' }, 40000, /^Idempotency-Key must be/],
])(
  'an import with invalid parameters is refused, and nothing is stored: %s %o',
  async (query, headers, error, message) => {
    const store = await sharedStore();
    const { status, body } = await importFile(store, file, { query, ...(headers as object) });
    expect([status, body.error]).toEqual([400, error]);
    expect(body.message).toMatch(message);
    expect(await store.rows(total)).toEqual([{ n: 0n }]);
  },
);

test('rows above the header are named in the answer, and kept in the annotated file, also with headerRow', async () => {
  const store = await startStore();
  const above = 'Stock list\n5,Ivy\n\n';
  const sheet = `${above}id,name\n7,Fern\nx,Moss\n`;
  expect(await importFile(store, sheet)).toMatchObject({
    status: 400,
    body: { error: 40005, message: expect.stringMatching(/^row 4 has the headers, but row 2 .*headerRow=$/) },
  });
  const { body } = await importFile(store, sheet, { query: '?headerRow=4' });
  expect(body).toMatchObject({ rows: 2, created: 1, failed: 1, headerRow: 4, errors: [{ row: 6 }] });
  const annotated = await (await store.send(body.annotated)).text();
  expect(annotated.split('\n').slice(0, 5).join('\n')).toBe(
    `${above}id,name,_status,_problem,_suggestion\n7,Fern,created,,`,
  );
  const titled = 'Stock list\nid,name\n7,Fern\n';
  const key = { 'idempotency-key': 'spring' };
  expect((await importFile(store, titled, key)).body).toMatchObject({ headerRow: 2 });
  const other = await importFile(store, titled, { query: '?headerRow=2', ...key });
  expect([other.status, other.body.message]).toEqual([400, expect.stringMatching(/Idempotency-Key/)]);
  expect((await importFile(store, '\nid,name\n7,Fern\n')).body).not.toHaveProperty('headerRow');
});

test('importing and reading imported files require the scope imports', async () => {
  const store = await startStore();
  const { body } = await importFile(store, file);
  const authorization = `Bearer ${await store.tokenFor('plants:read', 'plants:write')}`;
  expect((await importFile(store, file, { authorization })).status).toBe(403);
  expect((await store.send(body.annotated, { headers: { authorization } })).status).toBe(403);
  expect((await importFile(store, file, { authorization: '' })).status).toBe(401);
});

test('HEAD of an annotated file has no Content-Length of 0', async () => {
  const store = await startStore();
  const { body } = await importFile(store, file);
  const { status, headers } = await store.send(body.annotated, { method: 'HEAD' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-length')).toBeNull();
});

test.each(['/imports/1/annotated', '/imports/9223372036854775808/annotated', '/imports/x/annotated'])(
  '404 for a missing file: %s',
  async (path) => {
    const { send } = await sharedStore();
    expect([400, 404]).toContain((await send(path)).status);
  },
);

test('progress is reported in lines, and the last line has the result', async () => {
  const store = await startStore();
  const rows = Array.from({ length: 3_000 }, (_, i) => `${i},Fern ${i}\n`);
  const answer = await store.send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept: 'application/x-ndjson' },
    body: `id,name\n${rows.join('')}`,
  });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ phase: 'reading', bytes: expect.any(Number), rows: expect.any(Number) });
  expect(lines.at(-1).result).toMatchObject({ rows: 3_000, created: 3_000 });
});

test.for([
  ['application/x-ndjson; charset=utf-8', 'application/x-ndjson'],
  ['application/json, application/x-ndjson;q=0.5', 'application/x-ndjson'],
  ['application/x-ndjson;q=0, application/json', 'application/json'],
  ['*/*', 'application/json'],
])('an import with Accept: %s is answered with %s', async ([accept, type]) => {
  const store = await startStore();
  const answer = await store.send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept },
    body: file,
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
});

test('with progress, an early error has its own status, and a late error is in a line', async () => {
  const store = await startStore();
  const accept = 'application/x-ndjson';
  expect(await importFile(store, 'PK\u0003\u0004', { accept })).toMatchObject({
    status: 400,
    body: { error: 40005 },
  });
  const { post, write, answer } = openImport(store.url, await store.tokenFor('imports'), { accept });
  const begun = new Promise((resolve) => post.once('response', resolve));
  await write(`id,name\n${'1,Fern\n'.repeat(30_000)}`);
  await begun;
  post.end('2,"Moss');
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(JSON.parse(body.trim().split('\n').at(-1) ?? '').error).toMatchObject({
    error: 40005,
    message: expect.stringContaining('line 30002, column 3'),
  });
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('behind a proxy the answer begins after the upload, as nginx stops sending then', async () => {
  const store = await startStore();
  const { post, write, answer } = openImport(store.url, await store.tokenFor('imports'), {
    accept: 'application/x-ndjson',
    'x-forwarded-for': '192.0.2.1',
  });
  let hasBegun = false;
  post.once('response', () => (hasBegun = true));
  await write('id,name\n1,Fern\n');
  // The store has read most of the file, which is larger than the buffers.
  for (let round = 0; round < 60 && !hasBegun; round++) await write(`2,${'Moss'.repeat(40)}\n`.repeat(1_500));
  expect(hasBegun).toBe(false);
  post.end();
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(JSON.parse(body.trim().split('\n').at(-1) ?? '').result).toMatchObject({ created: 2 });
});
