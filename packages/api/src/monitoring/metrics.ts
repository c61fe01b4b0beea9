import type { Database } from '@plant-store/db';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { permit } from '../access/permit.ts';
import { measureProcess } from './process-metrics.ts';
import { measureRequests } from './request-metrics.ts';
import { measureStore } from './store-metrics.ts';

/**
 * `/metrics`: what this process measures of its requests, its store and itself, in the text format of Prometheus, for
 * a token with the scope plants:read. Must come before every other hook, to see each request whole.
 */
export function registerMetrics(app: FastifyInstance, db: Database) {
  const registry = new Registry();
  const requests = measureRequests(app, registry);
  measureStore(db, registry);
  measureProcess(app, registry);
  // Later than what is set up after this, which is told of each route.
  app.register(async (edge) => {
    edge.get('/metrics', async (request, reply) => {
      permit(request.context.caller, 'plants:read');
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  });
  return requests;
}
