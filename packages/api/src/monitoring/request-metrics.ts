import type { ServerResponse } from 'node:http';
import type { Shed } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type Waiters, waitedMs } from '../events/waiters.ts';

const route = Symbol('route');
type Answer = ServerResponse & { [route]?: string | undefined };

/** Measures every request, even without a route. Call `countShed` for each one that is refused for overload. */
export function measureRequests(
  app: FastifyInstance,
  registry: Registry,
  waiters: Pick<Waiters, 'count'>,
): { countShed(shed: Shed): void } {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, in seconds, without a wait for events. Compare the 99th percentile of a route with its usual value.',
    labelNames: ['method', 'route', 'status'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  let inFlight = 0;
  // Fastify's hooks are not enough: it calls none for a client that disconnects, or for an unreadable address.
  app.server.prependListener('request', ({ method = '' }, response: Answer) => {
    const begun = performance.now();
    inFlight++;
    response.on('close', () => {
      inFlight--;
      const labels = {
        method: methods.has(method) ? method : 'other',
        route: response[route] ?? 'unmatched',
        status: response.writableFinished ? response.statusCode : 'aborted',
      };
      durations.observe(labels, (performance.now() - begun - waitedMs(response)) / 1000);
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    (reply.raw as Answer)[route] = request.routeOptions.url;
    done();
  });
  new Counter({
    name: 'http_requests_total',
    help: 'Requests answered. Status 5xx: a fault of the server; 401 and 403: a fault of tokens. Status "aborted": the client disconnected first. Route "unmatched": no route has this path.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    async collect() {
      // Counted here, as prom-client would join the labels of each request a second time.
      const { values } = await durations.get();
      this.reset();
      for (const { metricName, labels, value } of values)
        if (metricName?.endsWith('_count')) this.inc(labels, value);
    },
  });
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress, including this one, without those that wait for events. Growth without end means that something hangs.',
    registers: [registry],
    collect() {
      this.set(inFlight - waiters.count());
    },
  });
  new Gauge({
    name: 'http_requests_waiting',
    help: 'Requests of /events that wait for an event. Near 1,100 further ones are answered at once; start another process.',
    registers: [registry],
    collect() {
      this.set(waiters.count());
    },
  });
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because too many requests, too many bytes of bodies, or too many exports were in progress. Bound "caller" or "network": one client sends too much, and the log names it; "whole": overload.',
    labelNames: ['routes', 'bound', 'of'],
    registers: [registry],
  });
  for (const routes of ['token', 'public'])
    for (const bound of ['whole', 'caller', 'network'])
      for (const resource of ['requests', 'bytes', 'exports']) shed.inc({ routes, bound, of: resource }, 0);
  return { countShed: (labels) => shed.inc(labels) };
}

const bucketsSeconds = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
