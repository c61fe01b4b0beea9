import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const sweepMs = 50;

/**
 * Calls `close` once, on the first signal or when the process that started this one is gone, and ends the process
 * when that is done. Requests under way are answered; connections without one do not hold up the end.
 */
export function stopOnRequest(server: Server, close: () => Promise<void>) {
  const silent = silentConnections(server);
  let isStopping = false;
  const onRequest = () => {
    if (isStopping) return;
    isStopping = true;
    setInterval(() => {
      // A connection falls idle after its last answer, which is later than when `close` looks for such.
      server.closeIdleConnections();
      for (const connection of silent) connection.destroy();
    }, sweepMs);
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, onRequest);
  // It went while this one was starting: false then, and undefined where nobody waits for messages.
  if (process.connected === false) onRequest();
}

/** Connections that were opened and have sent no request yet, as browsers open in advance; to Node they are not idle. */
function silentConnections(server: Server): Set<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    silent.add(connection);
    connection.once('close', () => silent.delete(connection));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
