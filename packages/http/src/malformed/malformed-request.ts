import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dropRest, isLingering, linger } from '../connections/lingering-close.ts';
import { isSlowUploadAllowed } from '../slow-clients/upload-exemption.ts';
import { errorJson } from './error-json.ts';
import { messageFor } from './malformed-message.ts';

type Exchange = { request: IncomingMessage; response: ServerResponse };

export type MalformedOptions = {
  /** Called with the response to each late request. The rest of a late request is not read. */
  onTimeLimit?: (response: ServerResponse) => void;
};

type ClientError = Error & { code?: string; rawPacket?: Buffer };

/** The time for a slow client to read its answer. */
const readMs = 1_000;

/**
 * Answers 400 with an Error to bytes that Node cannot read as a request, to headers that are too large, and to late
 * requests. No such request reaches the server. The answers to earlier requests on the connection come before the 400;
 * otherwise the client would mistake it for one of them.
 */
export function answerMalformedRequests(server: Server, { onTimeLimit }: MalformedOptions = {}) {
  const underWay = new WeakMap<Socket, Set<Exchange>>();
  const refused = new WeakSet<Socket>();
  server.on('request', (request, response) => {
    const exchange = { request, response };
    const others = underWay.get(request.socket) ?? new Set();
    underWay.set(request.socket, others.add(exchange));
    const forget = () => others.delete(exchange);
    response.once('close', () => (request.complete ? forget() : request.once('close', forget)));
  });
  server.on('clientError', async (error: ClientError, socket: Socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate && (isSlowUploadAllowed(socket) || isLingering(socket))) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Each later part of the unreadable bytes causes this event again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const exchanges = [...(underWay.get(socket) ?? [])];
    const cut = exchanges.filter(({ request }) => !request.complete);
    if (isLate) {
      // A rest of the body that arrives now must not be stored, as the answer tells the client to send the request
      // again.
      dropRest(socket);
      for (const { response } of cut) onTimeLimit?.(response);
    }
    await Promise.all(exchanges.filter(({ request }) => request.complete).map(closed));
    // The malformed or incomplete request may already have a complete or partial answer.
    if (cut.some(({ response }) => response.headersSent)) return void socket.destroy();
    if (socket.writable) linger(socket.end(answer(messageFor(error))), isLate ? readMs : undefined);
  });
}

const closed = ({ response }: Exchange) =>
  new Promise<void>((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });

function answer(message: string): string {
  const body = errorJson('badRequest', message);
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
