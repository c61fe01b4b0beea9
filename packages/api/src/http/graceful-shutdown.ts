import { gracefulShutdown, mustCloseConnection } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the server close as soon as the requests under way are answered. While it is leaving, each answer ends its
 * connection.
 */
export function enableGracefulShutdown(app: FastifyInstance, isDraining: () => boolean) {
  const beginClosing = gracefulShutdown(app.server);
  app.addHook('preClose', async () => {
    if (app.server.listening) beginClosing();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // With this header the client does not send its next request into a connection that is about to close.
    if (!app.server.listening || isDraining() || mustCloseConnection(request.raw))
      reply.header('connection', 'close');
    done();
  });
}
