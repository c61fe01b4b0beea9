import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';
import { awaitsContinue } from './expect-continue.ts';

const keptRestBytes = 64 * 1024;
/** The maximum that a client may send after the server closed its side, in bytes: more than the largest files. */
const droppedBytesMax = 256 * 1024 * 1024;
const lingerMs = 30_000;
const idleMs = 5_000;

/** An immediate close would reset the connection, and the client could lose the answer (RFC 9112, section 9.6). */
export function enableLingeringClose(server: Server) {
  server.on('connection', (socket: Socket) => {
    const { destroySoon } = socket;
    // Node calls it after the last answer of a connection.
    socket.destroySoon = () => {
      if (connectionOf(socket).latest?.req.complete === false) linger(socket.end());
      else destroySoon.call(socket);
    };
  });
  server.on('request', (request, response) => {
    if (!hasBody(request)) return;
    response.once('finish', () => {
      if (request.complete) return;
      // The head of the answer may promise to keep the connection: it was sent before the request became unwanted.
      if (isLong(request)) request.socket.destroySoon();
      else endLater(request.socket, request, lingerMs);
    });
  });
}

/** Whether an answer now must close the connection, as the rest of the request is long or may never arrive. */
export const mustCloseConnection = (request: IncomingMessage): boolean =>
  !request.complete && (isLong(request) || awaitsContinue(request));

/** Drops late bytes on a connection whose writing side has ended, and closes it at a limit of bytes or time. */
export function linger(socket: Socket, ms = lingerMs) {
  connectionOf(socket).isLingering = true;
  dropRest(socket);
  socket.setTimeout(Math.min(idleMs, ms));
  endLater(socket, socket, ms);
}

function endLater(socket: Socket, unlessClosed: EventEmitter, ms: number) {
  const end = setTimeout(() => socket.destroy(), ms).unref();
  unlessClosed.once('close', () => clearTimeout(end));
}

/** Drops all bytes that still arrive. Node's parser does not see them: they are neither a body nor a request. */
export function dropRest(socket: Socket) {
  let left = droppedBytesMax;
  socket
    .removeAllListeners('data')
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    })
    .resume();
  // Node's parser has stopped reading and released the socket, so reading must be resumed.
  socket._read(0);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > keptRestBytes;
