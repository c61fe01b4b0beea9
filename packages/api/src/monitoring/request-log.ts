import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';

export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const caller = request.context?.caller;
    // The log has the route, not the address, as addresses contain search terms.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && !(caller instanceof StoreError) ? { [caller.kind]: caller.id } : { token: null }),
      },
      'request',
    );
    done();
  });
}
