import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disconnectSlowReaders } from '../../src/slow-clients/slow-readers.ts';
import { startServer } from '../raw-server.ts';

/** More bytes than fit into the buffers between server and client, in the pieces of a stream. */
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
  ['a byte from time to time', (socket: Socket) => void socket.read(1)],
] as const)('a client that reads %s of a long answer is disconnected', async ([, take]) => {
  const { connection, socket } = await startReader(200);
  socket.on('error', () => undefined).pause();
  const closed = once(connection, 'close');
  const dribble = setInterval(take, 5, socket);
  await closed;
  clearInterval(dribble);
});

test.for([
  ['an answer in pieces', answerInPieces],
  ['an answer of one long write', answerAtOnce],
] as const)('a slow but steady client gets %s completely', async ([, answer]) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const checkMs = 1_000;
  const { socket, received } = await startReader(4 * checkMs, answer);
  // The buffers move many pieces in one step, so there are only eight checks: one after every 64 pieces.
  let sinceCheck = 0;
  socket.on('data', (chunk: string) => {
    sinceCheck += chunk.length;
    if (sinceCheck < 64 * pieceBytes) return;
    sinceCheck = 0;
    vi.advanceTimersByTime(checkMs);
  });
  await once(socket, 'end');
  expect(received().length).toBeGreaterThan(pieces * pieceBytes);
});

test('a client that has taken all of its answers has the whole time again for the next one', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = { writableLength: 1, destroy: vi.fn() };
  disconnectSlowReaders(createServer(), new Set([socket as unknown as Socket]), 4_000);
  vi.advanceTimersByTime(4_000);
  socket.writableLength = 0;
  vi.advanceTimersByTime(1_000);
  socket.writableLength = 1;
  vi.advanceTimersByTime(4_000);
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(socket.destroy).toHaveBeenCalledOnce();
});
