import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { HOST, startFront } from '../src/front.ts';

async function serverThatSays(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  await once(server.listen(0, HOST), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('each new connection goes to the present store', async () => {
  const ports = [await serverThatSays('first'), await serverThatSays('second')];
  let now = ports[0] ?? 0;
  const url = `http://${HOST}:${await startFront(() => now)}`;
  const ask = async () => (await fetch(url, { headers: { connection: 'close' } })).text();
  expect(await ask()).toBe('first');
  now = ports[1] ?? 0;
  expect(await ask()).toBe('second');
});

test('a connection goes to the store that is present when its request arrives', async () => {
  const ports = [await serverThatSays('first'), await serverThatSays('second')];
  let now = ports[0] ?? 0;
  const socket = connect(await startFront(() => now), HOST);
  await once(socket, 'connect');
  // The front has accepted this connection once it answers a later one.
  const url = `http://${HOST}:${socket.remotePort}`;
  await (await fetch(url, { headers: { connection: 'close' } })).text();
  now = ports[1] ?? 0;
  socket.end('GET / HTTP/1.1\r\nHost: plants\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/second$/);
});

test('a client that ends its side of the connection gets the whole of a long answer', async () => {
  const body = 'x'.repeat(5_000_000);
  const port = await serverThatSays(body);
  const socket = connect(await startFront(() => port), HOST);
  socket.end('GET / HTTP/1.1\r\nHost: plants\r\nConnection: close\r\n\r\n');
  expect((await text(socket)).length).toBeGreaterThan(body.length);
});

test('a store that does not listen closes the connection', async () => {
  const port = await startFront(() => 1);
  const socket = connect(port, HOST).on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\n');
  await once(socket.resume(), 'close');
});
