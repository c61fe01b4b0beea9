import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';

/** Writes a line for each request that was answered. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const caller = request.context?.caller;
    // The route and not the address: what was typed into that is nobody's business.
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
