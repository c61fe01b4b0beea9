import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../raw-server.ts';

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';

/** Makes every request that is incomplete count as too late from now on. */
const endTime = (server: Server) => {
  server.requestTimeout = 1;
  server.headersTimeout = 1;
};

test('400 at the time limit frees the slot immediately, and the socket is destroyed 1 s later', async () => {
  const read = vi.fn();
  const { server, open, admit } = await startServer((request, response) => {
    admit(request, response, 'token', '192.0.2.1');
    text(request).then(read, () => undefined);
  });
  const admitAnother = () =>
    admit({ complete: false } as IncomingMessage, new EventEmitter() as ServerResponse, 'token', '192.0.2.1');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { socket, received } = open(head);
  const [connection] = await connected;
  await once(server, 'request');
  for (let others = 1; others < 100; others++) admitAnother();
  expect(admitAnother).toThrow(/^too many requests from 192/);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  endTime(server);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1\.1 400 [\s\S]*took too long/);
  expect(admitAnother).not.toThrow();
  // The rest arrives late; the server must not act on it.
  socket.write('leaf');
  await once(connection, 'data');
  expect(connection.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(connection.destroyed).toBe(true);
  expect(read).not.toHaveBeenCalled();
});

test('a body after the time limit is not read, even if an earlier answer is still pending', async () => {
  const read = vi.fn();
  const earlier = Promise.withResolvers<void>();
  const { server, open } = await startServer(async (request, response) => {
    if (request.method === 'POST') return text(request).then(read, () => undefined);
    await earlier.promise;
    response.end('first');
  });
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { socket, received } = open(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${head}`);
  const [connection] = await connected;
  await once(server, 'request');
  endTime(server);
  await once(server, 'clientError');
  socket.write('leaf');
  await once(connection, 'data');
  earlier.resolve();
  await once(socket, 'end');
  expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(read).not.toHaveBeenCalled();
});

test.for([
  ['a head', 'POST / HTTP/1.1\r\nHo'],
  ['nothing', ''],
])('a client that sends %s until the time limit learns this fault', async ([, bytes = '']) => {
  const { server, open } = await startServer(() => undefined);
  const connected = once(server, 'connection');
  const { socket, received } = open(bytes);
  await connected;
  endTime(server);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
});

test('an answered request gets no second answer when its rest is late', async () => {
  const { server, open } = await startServer((_request, response) => response.writeHead(401).end('no'));
  const { socket, received } = open(head);
  await vi.waitFor(() => expect(received()).toMatch(/no/));
  endTime(server);
  await once(socket, 'end');
  expect(received().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a connection that lingers after its answer outlasts the time limit of its request', async () => {
  const { server, open } = await startServer((_request, response) => response.writeHead(401).end('no'));
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { socket } = open(head.replace('\r\n', '\r\nConnection: close\r\n'));
  const [connection] = await connected;
  await once(socket, 'end');
  endTime(server);
  await once(server, 'clientError');
  expect(connection.destroyed).toBe(false);
});
