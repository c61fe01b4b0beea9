import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bodyPieces } from '../../src/import/import-body.ts';

/** A request to a server, whose body the test writes, and what the server has of it. */
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
  return { post, pieces: bodyPieces(arrived, onEnd, patienceMs)[Symbol.asyncIterator]() };
}

test('a client sends no faster than its file is taken', async () => {
  const { post, pieces } = await open();
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (post.write(piece) || sent < 3) sent++;
  for (let more = 0; more < 40; more++) post.write(piece);
  await pieces.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  // What is on its way fills the system's buffers; the rest waits with the client.
  expect(post.writableLength).toBeGreaterThan(20 * 1024 * 1024);
  let taken = 1;
  post.end();
  while (!(await pieces.next()).done) taken++;
  expect(taken).toBeGreaterThan(40);
});

test('a client that goes, or falls silent, is told apart from the end of a file', async () => {
  const gone = await open();
  gone.post.write('id,name\n');
  await gone.pieces.next();
  gone.post.destroy();
  await expect(gone.pieces.next()).rejects.toMatchObject({ message: expect.stringContaining('cut off') });
  const silent = await open(undefined, 300);
  silent.post.write('id,name\n');
  await silent.pieces.next();
  await expect(silent.pieces.next()).rejects.toMatchObject({
    message: expect.stringContaining('for a minute'),
  });
});

test('a client that sends a few bytes now and then is taken for a silent one', async () => {
  const { post, pieces } = await open(undefined, 300);
  const timer = setInterval(() => post.write('1'), 20);
  onTestFinished(() => clearInterval(timer));
  const read = async () => {
    while (!(await pieces.next()).done);
  };
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('for a minute') });
});

test('what is asked for at the end is awaited before the end is told', async () => {
  const { post, pieces } = await open(async () => {
    throw new Error('the token has ended');
  });
  post.end('id');
  await pieces.next();
  await expect(pieces.next()).rejects.toThrow('the token has ended');
});
