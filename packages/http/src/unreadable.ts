import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorJson } from './answers.ts';
import { mayTakeTime } from './patience.ts';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Has the server answer what is not HTTP, or too much of it, with an Error; there is no request to route then.
 * It comes after the answers to what was asked before on the connection: it would be taken for one of those.
 */
export function answerUnreadable(server: Server) {
  const underWay = new WeakMap<Socket, Set<Exchange>>();
  const refused = new WeakSet<Socket>();
  server.on('request', (request, response) => {
    const exchange = { request, response };
    const others = underWay.get(request.socket) ?? new Set();
    underWay.set(request.socket, others.add(exchange));
    response.once('close', () => others.delete(exchange));
  });
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1); Node would answer without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', async (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeTime(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // What follows on the connection is not read as HTTP either, and each part of it comes here again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const exchanges = [...(underWay.get(socket) ?? [])];
    await Promise.all(exchanges.filter(({ request }) => request.complete).map(closed));
    // The request whose body is at fault may have its answer already, in part.
    if (exchanges.some(({ request, response }) => !request.complete && response.headersSent))
      return void socket.destroy();
    if (socket.writable) socket.end(answer(messageFor(error.code)));
  });
}

const closed = ({ response }: Exchange) =>
  new Promise<void>((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });

const messages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'the headers are larger than the 16 KiB that are accepted; send less',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive; send it again',
};

const messageFor = (code = '') =>
  messages[code] ?? 'the request is not HTTP/1.1; check the client that sent it';

function answer(message: string): string {
  const body = errorJson('badRequest', message);
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
