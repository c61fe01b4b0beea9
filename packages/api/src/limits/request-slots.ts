import type { Guard } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';
import { clientNetworkOf } from '../http/request.ts';

/** Routes about the state of the server. They always get an answer: operators need them most under overload. */
export const aboutServer = new Set(['/healthz', '/readyz', '/metrics']);

/** Gives each request a slot of its route, or refuses it with 503. */
export function registerSlots(app: FastifyInstance, admit: Guard['admit']) {
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions;
    if (!aboutServer.has(url))
      admit(request.raw, reply.raw, config.isPublic ? 'public' : 'token', clientNetworkOf(request));
    done();
  });
}
