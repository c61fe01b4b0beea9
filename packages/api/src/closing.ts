import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepMs = 50;

/**
 * Lets the server close as soon as the requests under way are answered: a connection that is merely open, because a
 * browser opened it in advance or keeps it for later, does not hold it up.
 */
export function closePromptly(app: FastifyInstance) {
  const silent = silentConnections(app.server);
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      // A connection falls idle after its last answer, which is later than when `close` looks for such.
      app.server.closeIdleConnections();
      for (const connection of silent) connection.destroy();
    }, sweepMs);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onSend', async (request, reply) => {
    // A client that is told so does not send its next request into a connection that is about to go.
    if (!app.server.listening) reply.header('connection', 'close');
    // Closed while it still sends its body, it would not get the answer: it closes the connection itself.
    else if (!request.raw.complete) reply.header('connection', 'keep-alive');
  });
}

/** Connections that were opened and have sent no request yet; to Node they are not idle. */
function silentConnections(server: Server): Set<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    silent.add(connection);
    connection.once('close', () => silent.delete(connection));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
