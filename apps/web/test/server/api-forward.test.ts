import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { guard, serverOptions } from '@plant-store/http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApiForward, isForApi } from '../../src/server/api-forward.ts';
import { addForwardedHeaders } from '../../src/server/forwarded-headers.ts';

async function listen(listener: RequestListener) {
  const server = createServer(serverOptions, listener);
  guard(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** The API's path for this path of the web server. */
async function forwarded(target: string): Promise<string> {
  const api = await listen((request, response) => response.end(request.url));
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => {
    if (isForApi(request)) forward(request, response);
    else response.end('a page');
  });
  const socket = connect(web, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n\r\n')[1] ?? '';
}

test.for([
  ['/api', '/'],
  ['/api/plants?limit=1', '/plants?limit=1'],
  ['/api?x=1', '/?x=1'],
  ['/api/plants/%2e%2e%2f7', '/plants/%2e%2e%2f7'],
  ['/api/../plants', '/../plants'],
  ['/api//evil.example/plants', '//evil.example/plants'],
  ['/api/\\evil.example/plants', '/\\evil.example/plants'],
  ['/api/\\[', '/\\['],
  ['/api//[', '//['],
  ['/api/http://evil.example/', '/http://evil.example/'],
])('%s is forwarded as %s', async ([target = '', path]) => {
  expect(await forwarded(target)).toBe(path);
});

test.for(['/apis', '/API/plants', '/x/api/plants', '//api/plants', 'http://x/api/plants'])(
  '%s is not forwarded',
  async (target) => {
    expect(await forwarded(target)).toBe('a page');
  },
);

/** Sends this head to the web server. `send` sends more; `ended` resolves when the web server closes its side. */
async function throughWeb(listener: RequestListener, head: string[]) {
  const api = await listen(listener);
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => forward(request, response));
  const socket = connect({ host: '127.0.0.1', port: web, allowHalfOpen: true }).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(`${['POST /api/plants HTTP/1.1', 'Host: x', ...head].join('\r\n')}\r\n\r\n`);
  return {
    received: () => received,
    ended: once(socket, 'end'),
    send: (bytes: string) =>
      new Promise<void>((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

const refuse: RequestListener = (_request, response) => response.writeHead(413).end('{}');

test('a refusal during a long body closes the connection, and the client may still send the rest', async () => {
  const bytes = 32 * 1024 * 1024;
  const { received, ended, send } = await throughWeb(refuse, [`Content-Length: ${bytes}`]);
  await ended;
  expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{\}/);
  expect(received()).toMatch(/^connection: close\r$/im);
  await send('x'.repeat(bytes));
});

test('only a client that requests Connection: close is disconnected after its answer', async () => {
  const wish = await throughWeb(refuse, ['Connection: close', 'Content-Length: 0']);
  await wish.ended;
  const kept = await throughWeb(refuse, ['Content-Length: 30']);
  await vi.waitFor(() => expect(kept.received()).toMatch(/413/));
  await kept.send(`${'x'.repeat(30)}POST /api/plants HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
  await vi.waitFor(() => expect(kept.received().match(/HTTP\/1\.1 413/g)).toHaveLength(2));
});

test('a waiting request ends at the API when its client leaves', async () => {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const api = await listen((_request, response) => {
    response.once('close', ended.resolve);
    asked.resolve();
  });
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => forward(request, response));
  const leave = new AbortController();
  fetch(`http://127.0.0.1:${web}/api/trpc/events.list`, { signal: leave.signal }).catch(() => undefined);
  await asked.promise;
  leave.abort();
  await ended.promise;
});

test('100 Continue comes from the API, and is not sent before a refusal', async () => {
  const head = ['Expect: 100-continue', 'Content-Length: 4', 'Connection: close'];
  const refused = await throughWeb(refuse, head);
  await refused.ended;
  expect(refused.received()).toMatch(/^HTTP\/1\.1 413 /);
  const taken = await throughWeb(async (request, response) => response.end(await text(request)), head);
  await vi.waitFor(() => expect(taken.received()).toMatch(/^HTTP\/1\.1 100 /));
  await taken.send('leaf');
  await taken.ended;
  expect(taken.received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*leaf/);
});

test("the API gets the sender's address, and the host, protocol and prefix of an earlier proxy", async () => {
  const api = await listen(({ headers }, response) => response.end(JSON.stringify(headers)));
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => {
    addForwardedHeaders(request);
    forward(request, response);
  });
  const told = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${web}/api/plants`, { headers })).json();
  expect(await told({})).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `127.0.0.1:${web}`,
    'x-forwarded-proto': 'http',
  });
  expect(await told({})).toHaveProperty('x-forwarded-prefix', '/api');
  for (const [before, prefix] of [
    ['/garden', '/garden/api'],
    ['/garden/', '/garden/api'],
    ['//evil.example', '/api'],
    ['https://evil.example', '/api'],
    ['', '/api'],
  ] as const)
    expect(await told({ 'x-forwarded-prefix': before })).toHaveProperty('x-forwarded-prefix', prefix);
  const proxy = { 'x-forwarded-host': 'plants.example', 'x-forwarded-proto': 'https' };
  expect(await told({ 'x-forwarded-for': '192.0.2.1, 203.0.113.7', ...proxy })).toMatchObject({
    'x-forwarded-for': '192.0.2.1, 203.0.113.7, 127.0.0.1',
    ...proxy,
  });
  // Next and the API compare the host with an Origin, and read lists of several proxies differently.
  const chain = { 'x-forwarded-host': 'Plants.Example:443, inner:3000', 'x-forwarded-proto': 'https, http' };
  expect(await told(chain)).toMatchObject(proxy);
});

test('503 with an Error while the API is down, and one line a minute in the log', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => log.mockRestore());
  const forward = createApiForward('http://127.0.0.1:1');
  const web = await listen((request, response) => forward(request, response));
  for (let request = 0; request < 3; request++) {
    const answer = await fetch(`http://127.0.0.1:${web}/api/plants`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({ error: 50300, message: expect.any(String) });
  }
  const line = 'The API at http://127.0.0.1:1 failed in a request: ECONNREFUSED\n';
  expect(log.mock.calls).toEqual([[line]]);
});

test.each(['/api/events?wait=30', '/api/trpc/events.list?input=%7B%7D'])(
  '%s waits for the API, but not while the web server closes',
  async (path) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const api = await listen(() => resolve());
    const forward = createApiForward(`http://127.0.0.1:${api}`);
    const web = await listen((request, response) => forward(request, response));
    const answer = fetch(`http://127.0.0.1:${web}${path}`);
    await promise;
    forward.endFollowing();
    expect((await answer).status).toBe(503);
  },
);

test.each(['/api/plants', '/api/trpc/plants.list'])(
  'an answer of %s that the API breaks off ends early',
  async (path) => {
    const api = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
      setImmediate(() => response.destroy());
    });
    const forward = createApiForward(`http://127.0.0.1:${api}`);
    const web = await listen((request, response) => forward(request, response));
    const signal = AbortSignal.timeout(5_000);
    const whole = fetch(`http://127.0.0.1:${web}${path}`, { signal }).then((answer) => answer.text());
    await expect(whole).rejects.toThrow(/^(terminated|fetch failed)$/);
  },
);

test.for([
  ['GET', '/api/trpc/plants.list', 2_000, 'gzip'],
  ['GET', '/api/trpc/plants.list', 200, 'none'],
  ['POST', '/api/trpc/tokens.create', 2_000, 'none'],
  ['GET', '/api/plants', 2_000, 'none'],
] as const)(
  '%s %s of %i characters has the coding %s for a client that accepts gzip',
  async ([method, path, length, coding]) => {
    const sent = JSON.stringify('x'.repeat(length));
    const api = await listen((request, response) => {
      request.resume();
      const headers = { 'content-type': 'application/json', 'content-length': sent.length, etag: '"1"' };
      response.writeHead(200, headers).end(sent);
    });
    const forward = createApiForward(`http://127.0.0.1:${api}`);
    const web = await listen((request, response) => forward(request, response));
    const options = { method, headers: { 'accept-encoding': 'gzip' } };
    const answer = await fetch(`http://127.0.0.1:${web}${path}`, options);
    expect(answer.headers.get('content-encoding')).toBe(coding === 'none' ? null : coding);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(await answer.text()).toBe(sent);
  },
);
