import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from '../connections/connection.ts';
import { dropRest, linger } from '../connections/lingering-close.ts';
import { slots } from '../limits/load-shedding.ts';
import { errorJson } from './error-json.ts';
import { messageFor } from './malformed-message.ts';

type ClientError = Error & { code?: string; rawPacket?: Buffer };

const readMs = 1_000;

/** Such requests do not reach the server. The 400 comes after earlier answers; it would be mistaken for one of them. */
export function answerMalformedRequests(server: Server) {
  server.on('clientError', async (error: ClientError, socket: Socket) => {
    const connection = connectionOf(socket);
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // Node reports each late request once.
    if (isLate && (connection.isUploadSlow || connection.isLingering)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Each later part of the unreadable bytes causes this event again.
    if (connection.isRefused) return;
    connection.isRefused = true;
    const responses = [...connection.underWay];
    const cut = responses.filter(({ req }) => !req.complete);
    if (isLate) {
      // If the rest of the body arrives now, it must not be stored: the answer tells the client to send it again.
      dropRest(socket);
      // The socket stays open for a second, so that the client can read the answer. Its slot is free already.
      for (const { req } of cut) slots.release(req);
    }
    await Promise.all(responses.filter(({ req }) => req.complete).map(closed));
    // The malformed or incomplete request may already have a complete or partial answer.
    if (cut.some(({ headersSent }) => headersSent)) return void socket.destroy();
    if (socket.writable) linger(socket.end(answer(messageFor(error))), isLate ? readMs : undefined);
  });
}

const closed = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });

function answer(message: string): string {
  const body = errorJson('badRequest', message);
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
