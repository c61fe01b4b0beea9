import { createInterface } from 'node:readline';
import { tokens } from '@plant-store/db';
import { startClients } from '@plant-store/db/testing/clients';
import { ImportResult } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { skipSeconds } from '../clock.ts';
import { startStore } from '../store.ts';
import { file, importFile, openImport, total } from './importing.ts';

test('an import gives the outcome of its rows, a receipt, and an annotated file', async () => {
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

test('a dry run stores no plant and no receipt, and also gives the annotated file', async () => {
  const store = await startStore();
  const { body } = await importFile(store, file, { query: '?dryRun=true' });
  expect(body).toMatchObject({ rows: 3, created: 2, failed: 1 });
  expect(body).not.toHaveProperty('receipt');
  expect(await (await store.send(body.annotated)).text()).toContain('3,Aloe,,created');
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('a repeated key imports the same file once; another file or request is refused', async () => {
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

test('a connection that breaks during an upload leaves nothing, and does not delay the next import', async () => {
  const store = await startStore();
  const token = await store.tokenFor('imports');
  const leaving = Array.from({ length: 4 }, () => openImport(store.url, token));
  for (const { write } of leaving) await write(`id,name\n${'1,Fern\n'.repeat(20_000)}`);
  for (const { post } of leaving) post.destroy();
  expect((await importFile(store, file)).status).toBe(200);
  expect(await store.rows(total)).toEqual([{ n: 2n }]);
  expect(await store.rows('SELECT count(*) AS n FROM "imports"')).toEqual([{ n: 1n }]);
});

test('a token that ends during an upload imports nothing', async () => {
  const store = await startStore();
  const { value } = await tokens.create(store.db, { name: 'brief', scopes: ['imports'] });
  const { post, write, answer } = openImport(store.url, value, { accept: 'application/x-ndjson' });
  const begun = new Promise((resolve) => post.once('response', resolve));
  await write(`id,name\n${'1,Fern\n'.repeat(20_000)}`);
  await begun;
  await tokens.revoke(store.db, { name: 'brief' });
  skipSeconds(1);
  post.end('2,Moss\n');
  const { body } = await answer;
  expect(JSON.parse(body.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { error: 40102 } });
  expect(await store.rows(total)).toEqual([{ n: 0n }]);
});

test('plants are added during an upload, and read while its rows are stored', async () => {
  const store = await startStore();
  await store.post({ id: 1, name: 'Fern' });
  const { post, write } = openImport(store.url, await store.tokenFor('imports'), {
    accept: 'application/x-ndjson',
  });
  const lines: string[] = [];
  const ended = new Promise<void>((resolve) => {
    post.on('response', (response) => {
      createInterface(response)
        .on('line', (line) => lines.push(line))
        .on('close', resolve);
    });
  });
  const phase = (): string => JSON.parse(lines.at(-1) ?? '{"phase":"reading"}').phase ?? 'over';
  const reads = startClients<string>(1, async (tell) => {
    expect((await store.send('/plants/1')).status).toBe(200);
    tell(phase());
  });
  let id = 0;
  const adds = startClients<string>(1, async (tell) => {
    expect((await store.post({ id: --id, name: 'Moss' })).status).toBe(200);
    tell(phase());
  });
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i + 10},Fern ${i},x\n`).join('');
  await write(`id,name,tag\n${rows}`);
  post.end();
  await ended;
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ result: { created: 40_000 } });
  const count = (phases: string[], wanted: string) => phases.filter((phase) => phase === wanted).length;
  // Usually a hundred adds and reads or more finish; with a blocked event loop or a locked store, at most one.
  expect(count(await adds.stop(), 'reading')).toBeGreaterThan(1);
  expect(count(await reads.stop(), 'storing')).toBeGreaterThan(1);
});
