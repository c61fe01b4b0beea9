import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const sweepMs = 50;

/**
 * Gives the function that is called just before `server.close()`, so that the server has closed as soon as the
 * requests under way are answered: a connection that is merely open, because a browser opened it in advance, keeps it
 * for later, or is told over it of changes in development, does not hold it up.
 */
export function promptClosing(server: Server): () => void {
  const silent = silentConnections(server);
  return () => {
    const sweep = setInterval(() => {
      // A connection falls idle after its last answer, which is later than when `close` looks for such.
      server.closeIdleConnections();
      for (const connection of silent) connection.destroy();
    }, sweepMs);
    server.once('close', () => clearInterval(sweep));
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
