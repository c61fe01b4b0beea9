import { int64Max } from '@plant-store/schema';
import superjson from 'superjson';
import { expect, test, vi } from 'vitest';
import { exchange } from '../http/raw-http.ts';
import { shareStore, startStore } from '../store.ts';
import { trpcClient } from './trpc-client.ts';

const json = { 'content-type': 'application/json' };

const sharedStore = shareStore((start) => start());

test('an error has the published number and the fields at fault, and no stack', async () => {
  const { send } = await sharedStore();
  const answer = await send('/trpc/plants.create', {
    method: 'POST',
    headers: json,
    body: '{"json":{"id":"x"}}',
  });
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { json: object } };
  expect(error.json).toEqual({
    code: -32600,
    message: expect.stringMatching(/^id must be .*; name is missing/),
    data: {
      code: 'BAD_REQUEST',
      httpStatus: 400,
      path: 'plants.create',
      error: 40003,
      problems: [
        { pointer: '/id', message: expect.any(String) },
        { pointer: '/name', message: expect.any(String) },
      ],
    },
  });
});

test('a request without a token is refused before its input is read', async () => {
  const { url } = await sharedStore();
  const read = vi.spyOn(superjson, 'deserialize');
  for (const body of ['{', '{"json":{"id":1,"name":"x"}}']) {
    const answer = await fetch(`${url}/trpc/plants.create`, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('"error":40100');
  }
  expect(read).not.toHaveBeenCalled();
});

test('a body over 2 MiB, or of another type than JSON, is refused before the server reads it', async () => {
  const { send } = await sharedStore();
  const call = (type: string, body: string) =>
    send('/trpc/plants.create', { method: 'POST', headers: { 'content-type': type }, body });
  expect((await call('application/json', JSON.stringify({ json: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(
    413,
  );
  for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/octet-stream']) {
    const answer = await call(type, '--x--');
    expect([type, answer.status]).toEqual([type, 400]);
    expect(await answer.json()).toEqual({ error: 40002, message: expect.any(String) });
  }
});

test.for([
  { json: { plants: [{ a: [] }] }, meta: { referentialEqualities: { plants: ['plants.0.a.0'] } } },
  `{"json":{"plants":[${'['.repeat(5_000)}${']'.repeat(5_000)}]}}`,
])(
  '400 for plants that contain themselves or are nested endlessly, with an Idempotency-Key',
  async (sent) => {
    const { send } = await sharedStore();
    const headers = { ...json, 'idempotency-key': 'k' };
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const answer = await send('/trpc/plants.createMany', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('"error":40001');
  },
);

test('no input becomes a typed array, which a few bytes could make very large', async () => {
  const { send } = await sharedStore();
  const answer = await send('/trpc/plants.create', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      json: { id: 1, name: 'x', more: { length: 8 } },
      meta: { values: { more: [['typed-array', 'Float64Array']] } },
    }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('"error":40001');
});

test.for([
  ['POST', 'plants.create', '{'],
  ['POST', 'plants.create', ''],
  ['POST', 'plants.create', 'null'],
  [
    'POST',
    'plants.create',
    '{"json":{"id":1,"name":"x"},"meta":{"values":{"id":["bigint"],"name":["Date"]}}}',
  ],
  ['POST', 'plants.create', '{"json":{"id":"x","name":"x"},"meta":{"values":{"id":["bigint"]}}}'],
  ['POST', 'plants.create', '{"json":{},"meta":{"values":{"__proto__.polluted":["bigint"]}}}'],
  ['POST', 'plants.create', '{"json":{},"meta":7}'],
  ['POST', 'plants.create', '{"json":{"id":"1"},"meta":{"values":{"id":["custom","nothing"]}}}'],
  ['POST', 'plants.create', '{"json":{"id":"1"},"meta":{"values":{"a.b.c":["set"]}}}'],
  ['GET', 'plants.list?input=%7B', undefined],
  ['GET', 'plants.list?input=%zz', undefined],
  ['GET', 'plants.list?batch=1&input=7', undefined],
  ['GET', 'plants.create', undefined],
  ['POST', 'plants.list', '{}'],
  ['GET', 'plants.nothing', undefined],
  ['GET', '__proto__', undefined],
  ['GET', 'plants', undefined],
] as const)('%s /trpc/%s with %s is a client error and never a 500', async ([method, path, body]) => {
  const { send } = await sharedStore();
  const answer = await send(`/trpc/${path}`, { method, headers: json, ...(body !== undefined && { body }) });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toContain('stack');
});

test('TRACE /trpc/plants.list is refused and does not give a 500', async () => {
  const { url, tokenFor } = await sharedStore();
  const head = `Host: x\r\nAuthorization: Bearer ${await tokenFor('plants:read')}`;
  const answer = await exchange(url, `TRACE /trpc/plants.list HTTP/1.1\r\n${head}\r\n\r\n`);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([405, { error: 40500 }]);
  expect(answer.head).toMatch(/^allow: .*GET/im);
});

test('a plant is found by its id, and a free id is no error', async () => {
  const { post, url, tokenFor } = await startStore();
  const { plants } = trpcClient(url, await tokenFor('plants:read'));
  await post(`{"id":${int64Max},"name":"Monstera deliciosa"}`);
  expect(await plants.find.query({ id: int64Max })).toEqual({ id: int64Max, name: 'Monstera deliciosa' });
  expect(await plants.find.query({ id: 7n })).toBeNull();
});

test('the free ids go on after the last plant of the caller, or else after the newest one', async () => {
  const { post, url, tokenFor } = await startStore();
  const [one, another] = await Promise.all([
    tokenFor('plants:read', 'plants:write'),
    tokenFor('plants:read'),
  ]);
  const next = (token: string) => trpcClient(url, token).plants.freeIds.query();
  expect(await next(one)).toEqual([[1n, 100n]]);
  await post({ id: 1062, name: 'x' }, { authorization: `Bearer ${one}` });
  await post({ id: 5000, name: 'x' });
  expect(await next(one)).toEqual([[1063n, 1162n]]);
  expect(await next(another)).toEqual([[5001n, 5100n]]);
  await post(`{"id":${int64Max},"name":"x"}`, { authorization: `Bearer ${one}` });
  expect(await next(one)).toEqual([]);
});
