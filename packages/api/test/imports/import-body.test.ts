import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bodyPieces } from '../../src/imports/import-body.ts';

/**
 * A request whose body the test writes, its counterpart on the server, and a function that begins to read the body
 * there.
 */
async function open(onEnd = async () => undefined, patienceMs?: number) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = request({ port: (server.address() as AddressInfo).port, method: 'POST' });
  post.on('error', () => undefined);
  post.flushHeaders();
  const [arrived] = (await once(server, 'request')) as [IncomingMessage];
  const begin = () => bodyPieces(arrived, onEnd, patienceMs)[Symbol.asyncIterator]();
  return { post, arrived, begin };
}

test('a client sends no faster than the server reads', async () => {
  const { post, begin } = await open();
  const pieces = begin();
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (post.write(piece) || sent < 3) sent++;
  for (let more = 0; more < 40; more++) post.write(piece);
  await pieces.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  // A part fills the buffers of the system; the rest waits at the client.
  expect(post.writableLength).toBeGreaterThan(20 * 1024 * 1024);
  let taken = 1;
  post.end();
  while (!(await pieces.next()).done) taken++;
  expect(taken).toBeGreaterThan(40);
});

test('a disconnected or silent client is not mistaken for the end of a file', async () => {
  const gone = await open();
  const rest = gone.begin();
  gone.post.write('id,name\n');
  await rest.next();
  gone.post.destroy();
  await expect(rest.next()).rejects.toMatchObject({ message: expect.stringContaining('cut off') });
  const silent = await open(undefined, 300);
  const pieces = silent.begin();
  silent.post.write('id,name\n');
  await pieces.next();
  await expect(pieces.next()).rejects.toMatchObject({
    message: expect.stringContaining('for a minute'),
  });
});

test('the server does not wait for the file of a disconnected client', async () => {
  const { post, arrived, begin } = await open(undefined, 2_000);
  post.write('id,name\n');
  post.destroy();
  await new Promise((resolve) => arrived.on('close', resolve));
  await expect(begin().next()).rejects.toMatchObject({ message: expect.stringContaining('cut off') });
});

test('a client that sends a few bytes now and then counts as silent', async () => {
  const { post, begin } = await open(undefined, 300);
  const pieces = begin();
  const timer = setInterval(() => post.write('1'), 20);
  onTestFinished(() => clearInterval(timer));
  const read = async () => {
    while (!(await pieces.next()).done);
  };
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('for a minute') });
});

test('onEnd is awaited before the end is reported', async () => {
  const { post, begin } = await open(async () => {
    throw new Error('the token has ended');
  });
  const pieces = begin();
  post.end('id');
  await pieces.next();
  await expect(pieces.next()).rejects.toThrow('the token has ended');
});
