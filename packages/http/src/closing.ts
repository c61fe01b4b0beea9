import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const sweepMs = 50;
/** How long a client may go on sending its request: no more than service managers wait, and they end what they can. */
const sendingMs = 5_000;

/**
 * Gives the function that is called just before `server.close()`, so that the server has closed as soon as the
 * requests under way are answered: a connection that is merely open, because a browser opened it in advance, keeps it
 * for later, or is told over it of changes in development, does not hold it up. One whose request is still not there
 * 5 s later is ended, as nothing was done with it: once a server closes, Node minds its `requestTimeout` no more.
 */
export function promptClosing(server: Server): () => void {
  const connections = openConnections(server);
  return () => {
    const sweep = setInterval(() => {
      // A connection falls idle after its last answer, which is later than when `close` looks for such.
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
 * Each with the answer to its latest request; none for those without a request so far, those that became a WebSocket
 * among them: to Node they are not idle.
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

/** Not where the request is not there in full, or another one began after it. */
const isToBeAnswered = (latest: ServerResponse | undefined): boolean =>
  latest?.req.complete === true && !latest.writableFinished;
