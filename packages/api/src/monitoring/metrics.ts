import type { Database } from '@plant-store/db';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { authorize } from '../auth/permission.ts';
import type { Waiters } from '../events/waiters.ts';
import { measureProcess } from './process-metrics.ts';
import { measureRequests } from './request-metrics.ts';
import { measureStore } from './store-metrics.ts';

/** `/metrics` for Prometheus. Register it before every other hook, so that it measures whole requests. */
export function registerMetrics(app: FastifyInstance, db: Database, waiters: Waiters) {
  const registry = new Registry();
  const requests = measureRequests(app, registry, waiters);
  measureStore(db, registry);
  measureProcess(app, registry);
  // A plugin runs later, so the hooks that follow see this route too.
  app.register(async (edge) => {
    edge.get('/metrics', async (request, reply) => {
      authorize(request.context, 'plants:read');
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  });
  return requests;
}
