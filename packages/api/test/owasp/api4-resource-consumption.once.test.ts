// API4:2023 Unrestricted Resource Consumption.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bulkLimitBytes } from '../../src/limits/body.ts';
import { restRoutes } from '../../src/rest/routes.ts';
import { stopClock } from '../clock.ts';
import { exchange } from '../http/raw-http.ts';
import { startStore } from '../store.ts';
import { ask, callProcedure } from './callers.ts';

const json = { 'content-type': 'application/json' };
const mutation = (path: string) => ({ path, type: 'mutation' });

test('each route that reads a body has a limit, above which it answers 413', async () => {
  const { url, tokenFor, rows } = await startStore();
  const headers = { authorization: `Bearer ${await tokenFor('admin')}`, ...json };
  const writing = restRoutes.filter(({ openapi }) => ['POST', 'PUT', 'PATCH'].includes(openapi.method));
  expect(writing.length).toBeGreaterThan(5);
  for (const { openapi, bodyLimitBytes } of writing) {
    const path = openapi.path.replace('{id}', '1');
    const body = `{"id":1,"name":"${'x'.repeat(bodyLimitBytes)}"}`;
    // Actions on one plant or receipt have no body and read none.
    const isUnread = /\/(restore|undo)$/.test(path);
    const { status } = await ask(url + path, { method: openapi.method, headers, body });
    expect([path, status]).toEqual([path, isUnread ? 404 : 413]);
  }
  const large = { method: 'POST', headers, body: `{"json":"${'x'.repeat(bulkLimitBytes)}"}` };
  expect((await ask(`${url}/trpc/plants.createMany`, large)).status).toBe(413);
  const byNobody = { method: 'POST', headers: json, body: `{"json":"${'x'.repeat(8 * 1024)}"}` };
  const openPaths = [
    'session.signIn',
    'people.createOwnerByLink',
    'invitations.accept',
    'invitations.acceptPassword',
  ];
  for (const path of openPaths)
    expect([path, (await ask(`${url}/trpc/${path}`, byNobody)).status]).toEqual([path, 413]);
  expect(await rows('SELECT id FROM plants')).toEqual([]);
});

test('page, selection, search, batch and headers have a maximum size', async () => {
  const { url, tokenFor } = await startStore();
  const headers = { authorization: `Bearer ${await tokenFor('admin')}` };
  const status = async (path: string) => (await ask(url + path, { headers })).status;
  for (const path of ['/plants', '/trash', '/receipts', '/plants/1/history'])
    for (const limit of ['201', '0', '-1', '1e9', '9'.repeat(39), 'Infinity'])
      expect([path, limit, await status(`${path}?limit=${limit}`)]).toEqual([path, limit, 400]);
  for (const query of ['limit=1001', 'limit=0', 'wait=31', 'wait=-1', `after=${'a'.repeat(10_000)}`])
    expect([query, await status(`/events?${query}`)]).toEqual([query, 400]);
  expect(await status(`/plants?q=${'a'.repeat(201)}`)).toBe(400);
  expect(await status(`/plants?tag=${'a'.repeat(101)}`)).toBe(400);
  expect(await status(`/plants?cursor=${'a'.repeat(10_000)}`)).toBe(400);
  const batch = await ask(`${url}/trpc/${Array(500).fill('tags.list').join()}?batch=1`, { headers });
  expect(batch.body).toMatchObject({ error: 40000 });
  const ids = Array.from({ length: 1_001 }, (_, id) => BigInt(id));
  for (const path of ['plants.removeMany', 'plants.updateMany'])
    expect((await callProcedure(url, mutation(path), headers, { ids, tag: 'x' })).status).toBe(400);
  const plants = ids.map((id) => ({ id, name: 'Fern' }));
  expect((await callProcedure(url, mutation('plants.createMany'), headers, { plants })).status).toBe(400);
  const long = await exchange(
    url,
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  expect(long.status).toBe(400);
  const many = await exchange(url, `GET /plants HTTP/1.1\r\nHost: x\r\n${'X-A: 1\r\n'.repeat(3_000)}\r\n`);
  expect(many.status).toBe(400);
});

test('a small body that would cost much memory or time is refused', async () => {
  const { url, tokenFor } = await startStore();
  const headers = { authorization: `Bearer ${await tokenFor('admin')}`, ...json };
  const post = async (path: string, body: string | Uint8Array, more = {}) =>
    (await ask(url + path, { method: 'POST', headers: { ...headers, ...more }, body: body as string }))
      .status;
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  expect(await post('/plants', gzipSync('{"id":1,"name":"Fern"}'), { 'content-encoding': 'gzip' })).toBe(400);
  expect(
    await post('/imports', gzipSync('id,name\n1,Fern\n'), {
      'content-encoding': 'gzip',
      'content-type': 'text/csv',
    }),
  ).toBe(400);
  for (const open of ['[', '{"a":', '{"filter":{"q":['])
    expect(await post('/plants', open.repeat(60_000 / open.length))).toBe(400);
  expect(await post('/trpc/plants.create', `{"json":${'['.repeat(100_000)}`)).toBe(400);
  const typed = '{"json":{"length":1000000000},"meta":{"values":[["typed-array","Float64Array"]]}}';
  expect(await post('/trpc/plants.create', typed)).toBe(400);
  expect(await post('/plants', `{"id":1${'0'.repeat(60_000)},"name":"Fern"}`)).toBe(400);
  expect(await post('/plants', `{"id":1e999999999,"name":"Fern"}`)).toBe(400);
  // A regular expression that backtracks would exceed the time limit of this test.
  for (const email of [
    `${'a.'.repeat(3_000)}@`,
    `${'a'.repeat(3_000)}@${'a.'.repeat(1_500)}`,
    `${' '.repeat(7_000)}x`,
  ]) {
    const body = JSON.stringify({ json: { code: 'x', name: 'x', email, password: 'a long password' } });
    expect(await post('/trpc/invitations.accept', body)).toBe(400);
  }
  expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(100 * 1024 * 1024);
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(100 * 1024 * 1024);
});

test('the number of password hashes is limited for a caller, even with concurrent requests', async () => {
  stopClock();
  const { url } = await startStore();
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () =>
      callProcedure(url, mutation('session.signIn'), {}, { login: 'ann', password: 'a wrong password' }),
    ),
  );
  const statuses = guesses.map(({ status }) => status).sort();
  expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([5, 429]);
  const refusal = guesses.find(({ status }) => status === 429);
  expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('endless requests and guessed tokens are limited, and other callers are not affected', async () => {
  stopClock();
  const { url, tokenFor } = await startStore({ limits: { reads: 5, writes: 2 } });
  const [mine, others] = [`Bearer ${await tokenFor('admin')}`, `Bearer ${await tokenFor('admin')}`];
  const read = async (authorization: string, address = '192.0.2.1') =>
    (await ask(`${url}/plants`, { headers: { authorization, 'x-forwarded-for': address } })).status;
  for (let count = 0; count < 5; count++) await read(mine);
  expect([await read(mine), await read(others)]).toEqual([429, 200]);
  for (let count = 0; count < 20; count++)
    expect(await read(`Bearer ${'x'.repeat(32)}${count}`, '192.0.2.9')).toBe(401);
  expect([
    await read(`Bearer ${'y'.repeat(32)}`, '192.0.2.9'),
    await read(`Bearer ${'y'.repeat(32)}`, '192.0.2.8'),
  ]).toEqual([429, 401]);
});
