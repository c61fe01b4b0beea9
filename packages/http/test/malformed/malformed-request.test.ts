import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { guard, serverOptions } from '../../src/index.ts';
import { startServer } from '../raw-server.ts';

/** The full answer of a server to these bytes, until it closes the connection. */
async function exchange(listener: RequestListener, ...parts: string[]): Promise<string> {
  const server = createServer(serverOptions, listener).listen(0, '127.0.0.1');
  guard(server);
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
const error = { error: 40000, message: expect.any(String) };
const bodyOf = (answer = '') => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

test.for([
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['too much', `${get}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
] as const)('400 with an Error for %s', async ([, bytes]) => {
  const answer = await exchange((_request, response) => response.end('no'), bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(answer)).toEqual(error);
});

test('an answer in progress is completed before the 400 for the next bytes', async () => {
  const slowly: RequestListener = async (_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('first');
    setTimeout(() => response.end('-half'), 100);
  };
  const [first, second = '', rest] = (
    await exchange(slowly, `${get}\r\n${get}\r\n`, 'GARBAGE\r\n\r\n')
  ).split(/(?=HTTP\/1\.1 )/);
  expect(first).toContain('first-half');
  expect(second).toContain('first-half');
  expect(rest).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(rest)).toEqual(error);
});

test('many unreadable parts wait once for an answer in progress', async () => {
  const { server, open } = await startServer(() => undefined);
  const { socket, received } = open(`${get}\r\n`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const waiting = new Set<number>();
  for (let part = 0; part < 12; part++) {
    socket.write('GARBAGE\r\n\r\n');
    await once(server, 'clientError');
    waiting.add(response.listenerCount('close'));
  }
  response.end('first');
  await once(socket, 'end');
  expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(waiting.size).toBe(1);
});

test('a body that differs from its head gets only one answer', async () => {
  const answer = await exchange(
    (request, response) => request.on('end', () => response.end('no')).resume(),
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'zz\r\nzz\r\n',
  );
  expect(answer.match(/^HTTP\/1\.1/gm)).toHaveLength(1);
  expect(bodyOf(answer)).toEqual(error);
});

test.for([
  ['an unknown expectation', 'Expect: a miracle\r\n'],
  [
    'a wish for HTTP/2',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  ],
  ['a request for a WebSocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n'],
] as const)('%s is ignored', async ([, headers]) => {
  const answer = await exchange(
    (_request, response) => response.setHeader('connection', 'close').end('yes'),
    `${get}${headers}\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('yes');
});
