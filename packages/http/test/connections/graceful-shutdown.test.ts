import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { guard } from '../../src/index.ts';

test('closing a server waits for the running request, but not for idle connections', async () => {
  const server = createServer(async (request, response) => response.end(await text(request)));
  // Only its own server closes a connection that became a WebSocket.
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const { beginClosing } = guard(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const post = request({ port, method: 'POST', headers: { expect: '100-continue' } });
  post.flushHeaders();
  await once(post, 'continue');
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const kept = connect(port, '127.0.0.1');
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(kept, 'data');
  const upgraded = connect(port, '127.0.0.1');
  upgraded.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(upgraded, 'data');

  const allClosed = Promise.all([silent, kept, upgraded].map((open) => once(open.resume(), 'close')));
  beginClosing();
  const closed = once(server.close(), 'close');
  await allClosed;
  post.end('whole');
  const [answer] = await once(post, 'response');
  expect(await text(answer)).toBe('whole');
  await closed;
});

test('closing a server waits 5 s for an incomplete request, and longer for an answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const { beginClosing } = guard(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (bytes: string) => {
    const connection = connect(port, '127.0.0.1');
    connection.write(bytes);
    const [, response] = await once(server, 'request');
    return { connection, response, closed: once(connection, 'close') };
  };

  const half = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhal');
  const next = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  next.response.end();
  await once(next.connection, 'data');
  next.connection.write('GET / HTTP/1.1\r\nHos');
  const slow = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

  const ended = () => [half, next].map(({ response }) => response.req.socket.destroyed);
  beginClosing();
  const closed = once(server.close(), 'close');
  vi.advanceTimersByTime(4_999);
  expect(ended()).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect(ended()).toEqual([true, true]);
  half.connection.resume();
  next.connection.resume();
  await Promise.all([half.closed, next.closed]);
  slow.response.end('late');
  const [answer] = await once(slow.connection, 'data');
  expect(String(answer)).toMatch(/\r\n\r\nlate$/);
  await closed;
});
