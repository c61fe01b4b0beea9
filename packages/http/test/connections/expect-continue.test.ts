import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startServer } from '../raw-server.ts';

const waiting = 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n';

test('a refused request gets its answer without 100 Continue, and the connection ends', async () => {
  const { open } = await startServer((request, response) => {
    request.on('error', () => undefined).resume();
    response.writeHead(401).end();
  });
  const { socket, received } = open(`${waiting}\r\n`);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  expect(received()).toMatch(/^connection: close\r$/im);
});

test.for<[string, (request: IncomingMessage) => Promise<string>]>([
  ['by its events', async (request) => String((await once(request, 'data'))[0])],
  ['by iteration', (request) => text(request)],
  ['through a pipe', (request) => text(request.pipe(new PassThrough()))],
  ['as a web stream', (request) => text(Readable.toWeb(request))],
])('100 Continue is sent once, when the body is read %s', async ([, read]) => {
  const { open } = await startServer(async (request, response) => response.end(await read(request)));
  const { socket, received } = open(`${waiting}Connection: close\r\n\r\n`);
  await vi.waitFor(() => expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
  socket.write('leaf');
  await once(socket, 'end');
  expect(received().match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  expect(received()).toMatch(/leaf/);
});
