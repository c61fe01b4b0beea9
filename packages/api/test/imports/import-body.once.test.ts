import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bodyPieces } from '../../src/imports/import-body.ts';

/**
 * A request whose body the test writes, the same request on the server, and a function that begins to read the body.
 */
async function open(onEnd = async () => undefined) {
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
  const begin = () => bodyPieces(arrived, onEnd)[Symbol.asyncIterator]();
  return { post, arrived, begin };
}

/** Stops the clock and the timers for the rest of the test. */
function stopTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (seconds: number) => void vi.advanceTimersByTime(seconds * 1_000) };
}

test('a client sends no faster than the server reads', async () => {
  const { post, begin } = await open();
  const pieces = begin();
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (post.write(piece) || sent < 3) sent++;
  for (let more = 0; more < 40; more++) post.write(piece);
  await pieces.next();
  // Client and server share this event loop, so bytes move only in its turns.
  for (let turns = 0; turns < 5_000; turns++) await new Promise(setImmediate);
  // The system's buffers contain a part; the rest waits at the client.
  expect(post.writableLength).toBeGreaterThan(20 * 1024 * 1024);
  let taken = 1;
  post.end();
  while (!(await pieces.next()).done) taken++;
  expect(taken).toBeGreaterThan(40);
});

test('a disconnected or silent client does not end a file', async () => {
  const gone = await open();
  const rest = gone.begin();
  gone.post.write('id,name\n');
  await rest.next();
  gone.post.destroy();
  await expect(rest.next()).rejects.toMatchObject({ message: expect.stringContaining('cut off') });
  const silent = await open();
  const clock = stopTime();
  const pieces = silent.begin();
  silent.post.write('id,name\n');
  await pieces.next();
  const next = pieces.next();
  next.catch(() => undefined);
  clock.pass(60);
  await expect(next).rejects.toMatchObject({ message: expect.stringContaining('for a minute') });
});

test('the server does not wait for the file of a disconnected client', async () => {
  const { post, arrived, begin } = await open();
  post.write('id,name\n');
  post.destroy();
  await new Promise((resolve) => arrived.on('close', resolve));
  await expect(begin().next()).rejects.toMatchObject({ message: expect.stringContaining('cut off') });
});

test('a client that sends only a few bytes a minute counts as silent', async () => {
  const { post, begin } = await open();
  const clock = stopTime();
  const pieces = begin();
  const nextAfter = (seconds: number) => {
    const next = pieces.next();
    clock.pass(seconds);
    post.write('1');
    return next;
  };
  await nextAfter(29);
  await nextAfter(29);
  await expect(nextAfter(2)).rejects.toMatchObject({ message: expect.stringContaining('for a minute') });
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
