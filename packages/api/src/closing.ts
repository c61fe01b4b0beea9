import { promptClosing } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';

/** Lets the server close as soon as the requests under way are answered; while it is leaving, connections end by then. */
export function closePromptly(app: FastifyInstance, isLeaving: () => boolean) {
  const beginClosing = promptClosing(app.server);
  app.addHook('preClose', async () => {
    if (app.server.listening) beginClosing();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A client that is told so does not send its next request into a connection that is about to go.
    if (!app.server.listening) reply.header('connection', 'close');
    // Closed while it still sends its body, it would not get the answer: it closes the connection itself.
    else if (!request.raw.complete) reply.header('connection', 'keep-alive');
    else if (isLeaving()) reply.header('connection', 'close');
    done();
  });
}
