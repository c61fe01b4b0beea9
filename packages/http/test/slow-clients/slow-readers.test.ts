import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { startServer } from '../raw-server.ts';

/** More than the buffers between server and client hold, in pieces as a stream sends them. */
const pieceBytes = 64 * 1024;
const pieces = 512;

const answerInPieces: RequestListener = (_request, response) => {
  const answer = Array.from({ length: pieces }, () => 'x'.repeat(pieceBytes));
  pipeline(Readable.from(answer), response, () => undefined);
};
const answerAtOnce: RequestListener = (_request, response) => {
  response.end(Buffer.alloc(pieces * pieceBytes, 'x'));
};

/** A client of an answer that is too long for its buffers, and the server's end of the connection. */
async function startReader(readerTimeoutMs: number, answer = answerInPieces) {
  const { server, open } = await startServer(answer, { readerTimeoutMs });
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { socket, received } = open('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [connection] = await connected;
  return { connection, socket, received };
}

test.for([
  ['nothing', () => undefined],
  ['a byte now and then', (socket: Socket) => void socket.read(1)],
] as const)('a client that takes %s of a long answer is disconnected', async ([, take]) => {
  const { connection, socket } = await startReader(200);
  socket.on('error', () => undefined).pause();
  const closed = once(connection, 'close');
  const dribble = setInterval(take, 5, socket);
  await closed;
  clearInterval(dribble);
});

test('a slow but steady client gets the whole answer', async () => {
  const { socket, received } = await startReader(1_000);
  const pace = setInterval(() => (socket.isPaused() ? socket.resume() : socket.pause()), 1);
  await once(socket, 'end');
  clearInterval(pace);
  expect(received().length).toBeGreaterThan(pieces * pieceBytes);
});

test('a slow but steady client gets an answer of one long write completely', async () => {
  const { socket, received } = await startReader(200, answerAtOnce);
  socket.pause();
  const pace = setInterval(() => socket.read(), 1);
  await once(socket, 'end');
  clearInterval(pace);
  expect(received().length).toBeGreaterThan(pieces * pieceBytes);
});
