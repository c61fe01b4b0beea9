import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../raw-server.ts';

const refuse: RequestListener = (_request, response) =>
  response.writeHead(401, { 'content-length': 2 }).end('no');
const head = (line: string, length: number) => `${line}\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

/** More bytes than fit into the buffers between client and server, so they arrive only if the server reads. */
const muchBytes = 32 * 1024 * 1024;
const write = (socket: Socket, bytes: number) =>
  new Promise<void>((resolve, reject) => {
    socket.write('x'.repeat(bytes), (error) => (error ? reject(error) : resolve()));
  });

test.for([
  ['asks to close', 'POST / HTTP/1.1\r\nConnection: close', 2 * muchBytes],
  ['speaks HTTP/1.0', 'POST / HTTP/1.0', 2 * muchBytes],
  ['wants to keep the connection despite a long rest', 'POST / HTTP/1.1', 2 * muchBytes],
] as const)(
  'a client that %s immediately gets its answer and the end, and may send the rest',
  async ([, line, length]) => {
    const { open } = await startServer(refuse);
    const { socket, received } = open(head(line, length));
    await once(socket, 'end');
    expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\nno$/);
    await write(socket, muchBytes);
    socket.end();
    await once(socket, 'close');
  },
);

test('a client can send the rest of a body that the server had stopped reading', async () => {
  const { open } = await startServer((request, response) => {
    // The body of the request fills the buffer, as the server does not read it.
    request.socket.once('pause', () => refuse(request, response));
  });
  const { socket, received } = open(head('POST / HTTP/1.1', 2 * muchBytes));
  await write(socket, muchBytes);
  socket.end();
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\nno$/);
});

test('a short rest of a refused request is dropped, and the connection stays open', async () => {
  const { open } = await startServer(refuse);
  const { socket, received } = open(head('POST / HTTP/1.1', 30));
  await vi.waitFor(() => expect(received()).toMatch(/no$/));
  socket.write(`${'x'.repeat(30)}${head('POST / HTTP/1.1', 0)}`);
  await vi.waitFor(() => expect(received().match(/HTTP\/1\.1 401 /g)).toHaveLength(2));
  expect(received()).not.toMatch(/connection: close/i);
});

test.for([
  ['30 s in all, if bytes go on coming', 30_000],
  ['5 s without a byte', 5_000],
] as const)('a connection lingers %s', async ([, ms]) => {
  const { server, open } = await startServer(refuse);
  const connected = once(server, 'connection');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket } = open(head('POST / HTTP/1.1\r\nConnection: close', muchBytes));
  const [connection] = (await connected) as [Socket];
  await once(socket, 'end');
  expect(connection.timeout).toBe(5_000);
  if (ms === connection.timeout) connection.emit('timeout');
  else vi.advanceTimersByTime(ms);
  expect(connection.destroyed).toBe(true);
});

test('a short rest that does not arrive within 30 s ends the connection', async () => {
  const { server, open } = await startServer(refuse);
  const connected = once(server, 'connection');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answered = new Promise((resolve) => {
    server.once('request', (_request, response) => response.once('finish', resolve));
  });
  open(head('POST / HTTP/1.1', 30));
  const [connection] = (await connected) as [Socket];
  await answered;
  vi.advanceTimersByTime(29_000);
  expect(connection.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(connection.destroyed).toBe(true);
});

test('a closing connection processes no further request', async () => {
  const listener = vi.fn(refuse);
  const { open } = await startServer(listener);
  const { socket } = open(head('POST / HTTP/1.1\r\nConnection: close', 30));
  await once(socket, 'end');
  await write(socket, 30);
  socket.end(head('POST / HTTP/1.1', 0));
  await once(socket, 'close');
  expect(listener).toHaveBeenCalledOnce();
});
