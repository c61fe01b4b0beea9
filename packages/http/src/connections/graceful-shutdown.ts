import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const sweepMs = 50;
/**
 * The time in which a client must finish sending its request, shorter than the time before service managers kill a
 * process.
 */
const sendingMs = 5_000;

/**
 * Gives the function to call just before `server.close()`. The server then closes as soon as its running requests are
 * answered. It does not wait for idle connections, such as those that browsers open in advance, keep, or use for hot
 * reload in development. After 5 s a connection with an incomplete request is closed, without an effect of that
 * request. Node no longer checks `requestTimeout` once a server closes.
 */
export function gracefulShutdown(server: Server): () => void {
  const connections = openConnections(server);
  return () => {
    const sweep = setInterval(() => {
      // `close` looks for idle connections only once. A connection may become idle later, after its last answer.
      server.closeIdleConnections();
      for (const [connection, latest] of connections) if (!latest) connection.destroy();
    }, sweepMs);
    const end = setTimeout(() => {
      for (const [connection, latest] of connections) if (!isToBeAnswered(latest)) connection.destroy();
    }, sendingMs);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
  };
}

/**
 * Each open connection with the response to its latest request; `undefined` before the first request, and for a
 * WebSocket. Node does not count these connections as idle.
 */
function openConnections(server: Server): Map<Socket, ServerResponse | undefined> {
  const connections = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (connection: Socket) => {
    connections.set(connection, undefined);
    connection.once('close', () => connections.delete(connection));
  });
  server.on('request', ({ socket }, response) => {
    if (connections.has(socket)) connections.set(socket, response);
  });
  return connections;
}

/**
 * Whether the connection owes an answer: its last request arrived completely, and no other began after it.
 */
const isToBeAnswered = (latest: ServerResponse | undefined): boolean =>
  latest?.req.complete === true && !latest.writableFinished;
