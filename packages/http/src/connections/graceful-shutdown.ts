import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { connectionOf } from './connection.ts';

const sweepMs = 50;
/** The time in which a client must finish its request. Service managers wait at least as long before a kill. */
const sendingMs = 5_000;

/**
 * Gives the function to call just before `server.close()`. It ends idle connections, and after 5 s those with an
 * incomplete request, without its effect: Node no longer checks `requestTimeout` once a server closes.
 */
export function gracefulShutdown(server: Server, open: ReadonlySet<Socket>): () => void {
  return () => {
    const sweep = setInterval(() => {
      // `close` looks for idle connections only once. A connection may become idle later, after its last answer.
      server.closeIdleConnections();
      for (const socket of open) if (!connectionOf(socket).latest) socket.destroy();
    }, sweepMs);
    const end = setTimeout(() => {
      for (const socket of open) if (!isToBeAnswered(connectionOf(socket).latest)) socket.destroy();
    }, sendingMs);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
  };
}

/**
 * Refuses new connections, after which a proxy uses another server. Open ones stay, also idle ones: a proxy may be sending
 * a request into one, which it must not repeat. HTTP's own `close` would end them.
 */
export const stopListening = (server: Server) => void NetServer.prototype.close.call(server);

const isToBeAnswered = (latest: ServerResponse | undefined): boolean =>
  latest?.req.complete === true && !latest.writableFinished;
