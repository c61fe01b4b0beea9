import { tokens } from '@plant-store/db';
import { ImportResult } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { importFile, openImport } from './importing.ts';
import { startStore } from './store.ts';

const file = 'id,name,tag\n1,Fern,shade\nx2,Moss,\n3,Aloe,\n';
const total = 'SELECT count(*) AS n FROM "plants"';

test('a file is imported: what became of its rows, its receipt, and the file with notes', async () => {
  const store = await startStore();
  const { status, body } = await importFile(store, file, {
    'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''Pflanzen%20f%C3%BCr%20Mai.csv`,
  });
  expect(status).toBe(200);
  expect(ImportResult.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({ rows: 3, created: 2, updated: 0, skipped: 0, failed: 1, warnings: [] });
  expect(body.errors).toMatchObject([{ row: 3, column: 'id', value: 'x2', message: expect.any(String) }]);
  expect(body.annotated).toBe(`/imports/${body.receipt}/annotated`);

  const annotated = await store.send(body.annotated);
  expect(annotated.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(annotated.headers.get('content-disposition')).toBe(
    `attachment; filename="Pflanzen f_r Mai.annotated.csv"; filename*=UTF-8''Pflanzen%20f%C3%BCr%20Mai.annotated.csv`,
  );
  expect(await annotated.text()).toMatch(
    /^id,name,tag,_status,_problem,_suggestion\n1,Fern,shade,created,,\nx2,Moss,,failed,"id /,
  );

  const receipt = await (await store.send(`/receipts/${body.receipt}`)).json();
  expect(receipt).toMatchObject({
    kind: 'import',
    file: 'Pflanzen für Mai.csv',
    rows: 3,
    created: 2,
    failed: 1,
  });
  const undone = await store.send(`/receipts/${body.receipt}/undo`, { method: 'POST' });
  expect(await undone.json()).toMatchObject({ deleted: 2 });
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('a dry run stores no plant and has no receipt, and gives the file with notes as well', async () => {
  const store = await startStore();
  const { body } = await importFile(store, file, { query: '?dryRun=true' });
  expect(body).toMatchObject({ rows: 3, created: 2, failed: 1 });
  expect(body).not.toHaveProperty('receipt');
  expect(await (await store.send(body.annotated)).text()).toContain('3,Aloe,,created');
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('columns can be named, and the format told in spite of the media type', async () => {
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
  ['?dryrun=true', {}, 40003, /^dryrun is nothing that an import takes; it takes duplicates, dryRun, /],
  ['?format=xlsx', {}, 40003, /^format must be csv or ndjson/],
  ['?idColumn=a&idColumn=b', {}, 40003, /^idColumn must be given once/],
  ['?idColumn=Art', {}, 40005, /no column is named "Art"/],
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
    /^Content-Type must be text\/csv or application\/x-ndjson, in UTF-8; "csv" was sent/,
  ],
  [
    '',
    { 'content-type': 'text/csv; charset=iso-8859-1' },
    40002,
    /in UTF-8; "text\/csv; charset=iso-8859-1" was sent/,
  ],
  ['', { 'content-encoding': 'gzip' }, 40002, /^the file must not be compressed/],
  ['', { 'idempotency-key': 'ü' }, 40000, /^Idempotency-Key must be/],
])('what cannot be done is refused, with nothing stored: %s %o', async (query, headers, error, message) => {
  const store = await startStore();
  const { status, body } = await importFile(store, file, { query, ...(headers as object) });
  expect([status, body.error]).toEqual([400, error]);
  expect(body.message).toMatch(message);
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('importing and reading imported files needs the scope for it', async () => {
  const store = await startStore();
  const { body } = await importFile(store, file);
  const authorization = `Bearer ${await store.tokenFor('plants:read', 'plants:write')}`;
  expect((await importFile(store, file, { authorization })).status).toBe(403);
  expect((await store.send(body.annotated, { headers: { authorization } })).status).toBe(403);
  expect((await importFile(store, file, { authorization: '' })).status).toBe(401);
});

test.each(['/imports/1/annotated', '/imports/9223372036854775808/annotated', '/imports/x/annotated'])(
  'a file that is not there is not found: %s',
  async (path) => {
    const { send } = await startStore();
    expect([400, 404]).toContain((await send(path)).status);
  },
);

test('with progress asked for, lines tell how far it is, and the last one what came of it', async () => {
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

test('with progress asked for, what is wrong has a status of its own at the beginning, and a line later', async () => {
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

test('through a proxy the answer begins once the file is there, as nginx sends no more of a request that is answered', async () => {
  const store = await startStore();
  const { post, write, answer } = openImport(store.url, await store.tokenFor('imports'), {
    accept: 'application/x-ndjson',
    'x-forwarded-for': '192.0.2.1',
  });
  let hasBegun = false;
  post.once('response', () => (hasBegun = true));
  await write('id,name\n1,Fern\n');
  // More than connections hold by themselves: most of it was read by the store.
  for (let round = 0; round < 60 && !hasBegun; round++) await write(`2,${'Moss'.repeat(40)}\n`.repeat(1_500));
  expect(hasBegun).toBe(false);
  post.end();
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(JSON.parse(body.trim().split('\n').at(-1) ?? '').result).toMatchObject({ created: 2 });
});

test('the same file with the same key is imported once; another one, or asked for otherwise, is refused', async () => {
  const store = await startStore();
  const key = { 'idempotency-key': 'may' };
  const first = await importFile(store, file, key);
  const again = await importFile(store, file, key);
  expect(again.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  for (const other of [{ ...key }, { ...key, query: '?duplicates=skip' }]) {
    const body = 'query' in other ? file : `${file}4,Rose,\n`;
    expect(await importFile(store, body, other)).toMatchObject({ status: 400, body: { error: 40000 } });
  }
  expect(await store.rows('SELECT count(*) AS n FROM "receipts"')).toEqual([{ n: 1n }]);
});

test('a connection that breaks while a file comes leaves nothing, and the next import is not kept waiting', async () => {
  const store = await startStore();
  const token = await store.tokenFor('imports');
  const leaving = Array.from({ length: 4 }, () => openImport(store.url, token));
  for (const { write } of leaving) await write(`id,name\n${'1,Fern\n'.repeat(20_000)}`);
  for (const { post } of leaving) post.destroy();
  expect((await importFile(store, file)).status).toBe(200);
  expect(await store.rows(total)).toEqual([{ n: 2n }]);
  expect(await store.rows('SELECT count(*) AS n FROM "imports"')).toEqual([{ n: 1n }]);
});

test('a token that ends while a file is on its way is good for no import', async () => {
  const store = await startStore();
  const { value } = await tokens.create(store.db, { name: 'brief', scopes: ['imports'] });
  const { post, write, answer } = openImport(store.url, value, { accept: 'application/x-ndjson' });
  const begun = new Promise((resolve) => post.once('response', resolve));
  await write(`id,name\n${'1,Fern\n'.repeat(20_000)}`);
  await begun;
  await tokens.revoke(store.db, 'brief');
  // Until it is looked at anew.
  await vi.waitFor(async () => {
    const { status } = await store.send('/plants', { headers: { authorization: `Bearer ${value}` } });
    expect(status).toBe(401);
  });
  post.end('2,Moss\n');
  const { body } = await answer;
  expect(JSON.parse(body.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { error: 40102 } });
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('while a file is imported, plants are read and added as ever', async () => {
  const store = await startStore();
  await store.post({ id: 1, name: 'Fern' });
  let isOver = false;
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i + 10},Fern ${i},x\n`).join('');
  const imported = importFile(store, `id,name,tag\n${rows}`).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  for (let id = -1; !isOver; id--) {
    const begun = performance.now();
    expect((await store.send('/plants/1')).status).toBe(200);
    waits.push(performance.now() - begun);
    expect((await store.post({ id, name: 'Moss' })).status).toBe(200);
  }
  expect((await imported).body).toMatchObject({ created: 40_000 });
  expect(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(250);
});
