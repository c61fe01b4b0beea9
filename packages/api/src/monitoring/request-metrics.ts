import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Shed } from '../limits/shed-log.ts';
import { createTallies } from './request-tallies.ts';

/** The pattern of the answering route, once it is known. */
const route = Symbol('route');
type Answer = ServerResponse & { [route]?: string | undefined };

/**
 * Counts and times every request from its head to the end of its answer, also without a route. Call `countShed` for
 * each request that is refused for overload.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): { countShed(shed: Shed): void } {
  const tallies = createTallies();
  let inFlight = 0;
  // Not only Fastify's hooks: it calls none for a client that disconnects, or for an unreadable address.
  app.server.prependListener('request', ({ method = '' }, response: Answer) => {
    const begun = performance.now();
    inFlight++;
    response.on('close', () => {
      inFlight--;
      const status = response.writableFinished ? response.statusCode : 'aborted';
      tallies.add(method, response[route] ?? 'unmatched', status, (performance.now() - begun) / 1000);
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    (reply.raw as Answer)[route] = request.routeOptions.url;
    done();
  });
  registry.registerMetric(tallies.histogram);
  new Counter({
    name: 'http_requests_total',
    help: 'Requests answered. Status 5xx: a fault of the server; 401 and 403: a fault of tokens. Status "aborted": the client disconnected first. Route "unmatched": no route has this path.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of tallies.all()) this.inc(labels, count);
    },
  });
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress, including this one. Growth without end means that something hangs.',
    registers: [registry],
    collect() {
      this.set(inFlight);
    },
  });
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because too many requests, or too many bytes of bodies, were in progress. Bound "caller" or "network": one client sends too much, and the log names it; "whole": overload.',
    labelNames: ['routes', 'bound', 'of'],
    registers: [registry],
  });
  for (const routes of ['token', 'public'])
    for (const bound of ['whole', 'caller', 'network'])
      for (const resource of ['requests', 'bytes']) shed.inc({ routes, bound, of: resource }, 0);
  return { countShed: (labels) => shed.inc(labels) };
}
