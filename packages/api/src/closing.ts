import { mustClose, promptClosing } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';

/** Lets the server close as soon as the requests under way are answered; while it is leaving, connections end by then. */
export function closePromptly(app: FastifyInstance, isLeaving: () => boolean) {
  const beginClosing = promptClosing(app.server);
  app.addHook('preClose', async () => {
    if (app.server.listening) beginClosing();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A client that is told so does not send its next request into a connection that is about to go.
    if (!app.server.listening || isLeaving() || mustClose(request.raw)) reply.header('connection', 'close');
    done();
  });
}
