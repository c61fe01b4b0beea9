import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocument as document } from '../../src/openapi/generated-document.ts';
import { exchange } from '../http/raw-http.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

// The REST edge must not have these faults of trpc-to-openapi 3.3's request handler. Their numbers are from the list in
// docs/decisions/0034-rest-by-trpc-to-openapi.md; number 8 is in rebuilt-handler.once.test.ts.

test('1: a REST call does not make the schemas coerce, for itself or for later tRPC calls', async () => {
  const { post, url, tokenFor } = await startStore();
  await post({ id: 1, name: 'x' });
  const client = trpcClient(url, await tokenFor('plants:write'));
  for (const id of [true, '5', null, '', []]) {
    expect((await post({ id, name: 'x' })).status).toBe(400);
    await expect(client.plants.create.mutate({ id: id as never, name: 'x' })).rejects.toThrow(/^id must be/);
  }
});

test('1: a REST call does not make numbers of a query or a filter coerce', async () => {
  const { url, send, tokenFor } = await startStore();
  const edit = () =>
    send('/plants/bulk/edit', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"filter":{"count":"0"},"tag":"x"}',
    });
  expect((await send('/plants?limit=1')).status).toBe(200);
  expect([(await edit()).status, (await edit()).status]).toEqual([400, 400]);
  const client = trpcClient(url, await tokenFor('plants:read'));
  for (const limit of [true, '5'])
    await expect(client.plants.list.query({ limit: limit as never })).rejects.toThrow(/^limit must be/);
});

test('2: an id above 2^53 is stored exactly, and an id outside int64 is refused', async () => {
  const { post, send } = await startStore();
  expect((await post('{"id":9007199254740993,"name":"x"}')).status).toBe(200);
  expect((await send('/plants/9007199254740993')).status).toBe(200);
  expect((await send('/plants/9007199254740992')).status).toBe(404);
  for (const id of ['9223372036854775808', '-9223372036854775809', '1e400'])
    expect((await post(`{"id":${id},"name":"x"}`)).status).toBe(400);
});

test('3: an error body has exactly two keys and no stack', async () => {
  const { post, send } = await startStore();
  for (const answer of [await post({}), await post('{'), await send('/plants/x'), await send('/nowhere')]) {
    const text = await answer.text();
    expect(Object.keys(JSON.parse(text))).toEqual(['error', 'message']);
    expect(text).not.toContain('stack');
  }
});

test('4: a stored plant is answered, with all digits of its id', async () => {
  const { post, send } = await startStore();
  expect((await post('{"id":9223372036854775807,"name":"x"}')).status).toBe(200);
  expect(await (await send('/plants')).text()).toBe('[{"id":9223372036854775807,"name":"x"}]');
});

test('5: charset and capitals in a Content-Type are accepted, and other values become no object', async () => {
  const { post } = await startStore();
  const typed = (type: string, id: number) => post({ id, name: 'x' }, { 'content-type': type });
  expect((await typed('application/json; charset=utf-8', 1)).status).toBe(200);
  expect((await typed('Application/JSON', 2)).status).toBe(200);
  for (const body of ['[1,2]', '"abc"', 'null', '[{"id":3,"name":"x"}]'])
    expect(await (await post(body)).json()).toEqual({
      error: 40003,
      message: expect.stringContaining('object'),
    });
});

test('6: the token is checked first; a wrong method is 405; paths are case-sensitive and decoded', async () => {
  const { url, send } = await startStore();
  const wrong = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { 'content-type': 'x/y' },
    body: '{',
  });
  expect(wrong.status).toBe(401);
  const put = await send('/plants', { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(await put.json()).toEqual({
    error: 40500,
    message: 'PUT is not allowed here; allowed: GET, HEAD, POST',
  });
  expect((await send('/nowhere', { method: 'HEAD' })).status).toBe(404);
  expect((await send('/PLANTS')).status).toBe(404);
  const decoded = await send('/plants/%61bc');
  expect(await decoded.json()).toEqual({ error: 40003, message: expect.stringContaining('"abc"') });
});

test('7: a body has a limit, and malformed JSON is 400', async () => {
  const { post } = await startStore();
  expect((await post(`{"id":1,"name":"x","note":"${'n'.repeat(70_000)}"}`)).status).toBe(413);
  expect((await post('{"id":1,')).status).toBe(400);
});

test('9: the document completes the library: see document.once.test.ts', () => {
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  expect(JSON.stringify(document)).toContain('"$ref":"#/components/schemas/NewPlant"');
  expect(JSON.stringify(document)).not.toMatch(/"error\.[A-Z_]+"/);
});

test('10: zod-openapi is 5.4, the version that the library supports', () => {
  const installed = join(import.meta.dirname, '../../node_modules/zod-openapi/package.json');
  expect(JSON.parse(readFileSync(installed, 'utf8')).version).toMatch(/^5\.4\./);
});

test('11: an invalid request line does not end the process', async () => {
  const { url, send } = await startStore();
  for (const target of [
    'http://',
    '//[',
    '//',
    'http://[::1',
    '/%',
    '/%ff',
    '*',
    '/plants/%zz',
    '?',
    '\\',
    '/\0',
  ]) {
    const answer = await exchange(url, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([400, 401]).toContain(answer.status);
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['error', 'message']);
  }
  expect((await send('/plants')).status).toBe(200);
});

test('12: a body with digits beyond 2^53 is not written as JSON again', async () => {
  const { post } = await startStore();
  expect((await post('{"id":9007199254740993,"name":"x","more":[9007199254740993]}')).status).toBe(200);
});

test('13: a path without an id is not taken for an id, and a path is read once', async () => {
  const { url, send, tokenFor } = await startStore();
  expect(await (await send('/plants/count')).json()).toEqual({ count: 0 });
  const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('plants:read')}\r\n\r\n`;
  for (const path of ['/receipts/.', '/receipts/%2e', '/plants/..', '/plants/7\\history']) {
    const { status, body } = await exchange(url, `GET ${path} ${head}`);
    expect([path, status, JSON.parse(body)]).toMatchObject([path, 400, { error: 40003 }]);
  }
});

test('14: an empty text in a query is not left out', async () => {
  const { post, send } = await startStore();
  await post({ id: 1, name: 'x', tag: 'herb' });
  expect(await (await send('/plants?tag=')).json()).toEqual([]);
  expect((await send('/plants?limit=')).status).toBe(400);
});
