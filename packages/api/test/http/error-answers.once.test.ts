import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { shareStore, startStore } from '../store.ts';
import { exchange } from './raw-http.ts';

const sharedStore = shareStore((start) => start());

test('every error body has exactly error and message, as application/json', async () => {
  const { send, post, url } = await sharedStore();
  const answers = [
    await post({ id: 1 }),
    await post('{'),
    await post('{}', { 'content-type': 'text/plain' }),
    await fetch(`${url}/plants`),
    await send('/nowhere'),
    await send('/plants/5'),
    await send('/plants', { method: 'DELETE' }),
    await send('/healthz', { method: 'POST' }),
    await send('/plants/%ff'),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const body = (await answer.json()) as { error: number; message: string };
    expect(Object.keys(body)).toEqual(['error', 'message']);
    expect(Math.floor(body.error / 100)).toBe(answer.status);
    expect(body.message).toMatch(/\S/);
  }
});

test('405 with Allow for a path with other methods, and 404 for other paths', async () => {
  const { send } = await sharedStore();
  for (const [method, path, allow] of [
    ['DELETE', '/plants', 'GET, HEAD, POST'],
    ['POST', '/plants/7?x=1', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/openapi.json', 'GET, HEAD'],
    ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
      (method) => [method, '/plants/bulk', 'POST'] as const,
    ),
    ...['POST', 'PUT', 'DELETE'].map((method) => [method, '/plants/count', 'GET, HEAD'] as const),
    ['DELETE', '/plants/export', 'GET, HEAD'],
    ['GET', '/plants/bulk/edit', 'POST'],
  ] as const) {
    const answer = await send(path, { method });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
    if (method !== 'HEAD')
      expect(await answer.json()).toEqual({
        error: 40500,
        message: `${method} is not allowed here; allowed: ${allow}`,
      });
  }
  for (const path of ['/', '/plants/', '/plants/7/8', '/Plants', '/healthz/', '/trpc', '/openapi_json'])
    expect([path, (await send(path, { method: 'PUT' })).status]).toEqual([path, 404]);
});

test('a caller that accepts problem details gets them, with pointers to the fields', async () => {
  const { post } = await startStore();
  const answer = await post(
    { id: 'x', name: '' },
    { accept: 'application/problem+json, application/json;q=0.5' },
  );
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await answer.json()) as { detail: string };
  expect(problem).toEqual({
    type: 'urn:plant-store:error:40003',
    title: 'A field is missing or invalid',
    status: 400,
    detail: expect.stringContaining('id must be'),
    error: 40003,
    message: problem.detail,
    errors: [
      { pointer: '/id', message: expect.stringContaining('must be a whole number') },
      { pointer: '/name', message: expect.stringContaining('is empty') },
    ],
  });
  const taken = { id: 1, name: 'Monstera' };
  await post(taken);
  const again = await post(taken, { accept: 'application/problem+json' });
  expect(await again.json()).toMatchObject({
    error: 40004,
    errors: [{ pointer: '/id', message: 'is already taken by "Monstera"' }],
  });
});

test.for([
  ['application/problem+json; charset=utf-8', 'application/problem+json'],
  ['application/json, Application/Problem+JSON;q=0.5', 'application/problem+json'],
  ['application/problem+json;q=0, */*', 'application/json'],
  ['application/problem+json;q=0.0', 'application/json'],
  ['text/html; a="application/problem+json"', 'application/json'],
  ['*/*', 'application/json'],
] as const)('an error for Accept: %s is %s', async ([accept, type]) => {
  const { post } = await sharedStore();
  expect((await post('{', { accept })).headers.get('content-type')).toBe(type);
});

test('a failing store gives 500 without details, and the log has the cause with the request id', async () => {
  const lines: string[] = [];
  const { send, rows } = await startStore({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  });
  await send('/plants');
  await rows('ALTER TABLE "plants" RENAME TO "gone"');
  const answer = await send('/plants');
  expect(answer.status).toBe(500);
  const body = (await answer.json()) as { error: number; message: string };
  expect(body.error).toBe(50000);
  expect(body.message).not.toMatch(/prisma|sqlite|table|plants/i);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toContainEqual(expect.objectContaining({ requestId: answer.headers.get('x-request-id') }));
  expect(JSON.stringify(logged)).toMatch(/no such table|does not exist/);
  const ready = await send('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('5');
  expect(await ready.json()).toEqual({ error: 50300, message: expect.any(String) });
  expect((await send('/healthz')).status).toBe(200);
});

test.for([
  ['bytes that are not HTTP', 'HELLO\r\n\r\n'],
  ['an unknown method', 'BREW /plants HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['headers without an end', `GET /plants HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 'POST /plants HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  [
    'a smuggled request',
    'POST /plants HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a missing Host', 'GET /plants HTTP/1.1\r\n\r\n'],
  ['two Host headers', 'GET /plants HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['an empty Host', 'GET /plants HTTP/1.1\r\nHost:\r\n\r\n'],
  ['a malformed Host', 'GET /plants HTTP/1.1\r\nHost: a b\r\n\r\n'],
] as const)('400 with an Error for %s', async ([, request]) => {
  const { url } = await sharedStore();
  const { status, body } = await exchange(url, request);
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({ error: 40000, message: expect.any(String) });
});

test('400 for an address names its part that is too long or its wrong encoding', async () => {
  const { send } = await sharedStore();
  const messageFor = async (path: string) =>
    ((await (await send(path)).json()) as { message: string }).message;
  expect(await messageFor(`/plants/${'7'.repeat(200)}`)).toMatch(/longer than 100 characters/);
  expect(await messageFor('/plants/%ff')).toMatch(/^the URL is not valid percent-encoded UTF-8/);
});

test('an unknown Expect header changes nothing', async () => {
  const { url, tokenFor } = await sharedStore();
  const head = `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('plants:write')}\r\n`;
  const { status, body } = await exchange(
    url,
    `${head}Expect: more\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  );
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({ error: 40003, message: expect.any(String) });
});

test('200 for a stored plant, even if the next bytes on its connection are invalid', async () => {
  const { url, tokenFor } = await startStore();
  const plant = '{"id":1,"name":"Monstera"}';
  const { status } = await exchange(
    url,
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('plants:write')}\r\nContent-Type: application/json\r\nContent-Length: ${plant.length}\r\n\r\n${plant}}GARBAGE\r\n\r\n`,
  );
  expect(status).toBe(200);
});

test('a client that disconnects without a closing handshake causes no error', async () => {
  const { url, send } = await startStore();
  const { hostname, port } = new URL(url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.resetAndDestroy());
    socket.on('close', () => resolve());
  });
  expect((await send('/plants')).status).toBe(200);
});
