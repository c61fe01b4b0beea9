import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { waitedMs } from '../events/waiters.ts';

export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const caller = request.context?.caller;
    const waited = waitedMs(reply.raw);
    // The log has the route, not the address, as addresses contain search terms.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: tenths(reply.elapsedTime - waited),
        ...(waited > 0 && { waitedMs: tenths(waited) }),
        ...(caller && !(caller instanceof StoreError) ? { [caller.kind]: caller.id } : { token: null }),
      },
      'request',
    );
    done();
  });
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;
