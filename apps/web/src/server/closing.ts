import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests under way may take once the server is to stop. */
const graceMs = 10_000;
const sweepMs = 50;

/**
 * The function that stops the server: it waits for the requests under way, and for no connection that is merely open,
 * because a browser opened it in advance, keeps it for later, or is told over it of changes in development.
 */
export function closer(server: Server): () => Promise<void> {
  const silent = silentConnections(server);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    const sweep = setInterval(() => {
      // A connection falls idle after its last answer, which is later than when `close` looks for such.
      server.closeIdleConnections();
      for (const connection of silent) connection.destroy();
    }, sweepMs);
    const end = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(end);
  };
}

/** Connections without a request so far, those that became a WebSocket among them; to Node they are not idle. */
function silentConnections(server: Server): Set<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    silent.add(connection);
    connection.once('close', () => silent.delete(connection));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
