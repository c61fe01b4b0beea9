import { tokens } from '@plant-store/db';
import { ImportResult } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { startStore } from '../store.ts';
import { file, importFile, openImport, total } from './importing.ts';

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
