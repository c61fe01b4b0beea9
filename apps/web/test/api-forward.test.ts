import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApiForward, isForApi } from '../src/server/api-forward.ts';
import { noteSender } from '../src/server/sender.ts';

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** What the API is asked for when this is asked of the web. */
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
])('%s is passed on as %s', async ([target = '', path]) => {
  expect(await forwarded(target)).toBe(path);
});

test.for(['/apis', '/API/plants', '/x/api/plants', '//api/plants', 'http://x/api/plants'])(
  '%s is not passed on',
  async (target) => {
    expect(await forwarded(target)).toBe('a page');
  },
);

test('an answer that comes before the whole request was sent is passed on, and the rest does not undo it', async () => {
  const api = await listen((_request, response) => {
    response.writeHead(413, { connection: 'keep-alive', 'content-length': 2 }).end('{}');
  });
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => forward(request, response));
  const socket = connect(web, '127.0.0.1').setEncoding('utf8');
  socket.write(
    'POST /api/plants HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n{',
  );
  const [answer] = await once(socket, 'data');
  expect(answer).toContain('HTTP/1.1 413');
  const closed = vi.fn();
  socket.on('end', closed).on('error', closed);
  for (let part = 0; part < 5; part++) {
    socket.write('x'.repeat(100_000));
    await wait(50);
  }
  expect(closed).not.toHaveBeenCalled();
  socket.destroy();
});

test('the API is told the address of the sender, and the host, protocol and prefix of a proxy before', async () => {
  const api = await listen(({ headers }, response) => response.end(JSON.stringify(headers)));
  const forward = createApiForward(`http://127.0.0.1:${api}`);
  const web = await listen((request, response) => {
    noteSender(request);
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
});

test('503 with an Error while the API is not there', async () => {
  const forward = createApiForward('http://127.0.0.1:1');
  const web = await listen((request, response) => forward(request, response));
  const answer = await fetch(`http://127.0.0.1:${web}/api/plants`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toEqual({ error: 50300, message: expect.any(String) });
});
