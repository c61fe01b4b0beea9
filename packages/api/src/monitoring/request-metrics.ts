import type { ServerResponse } from 'node:http';
import type { Shed } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Metric, type Registry } from 'prom-client';

/** The pattern of the answering route, once it is known. */
const route = Symbol('route');
type Answer = ServerResponse & { [route]?: string | undefined };

/**
 * Counts and times every request from its head to the end of its answer, even without a route. Call `countShed` for
 * each request that is refused for overload.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): { countShed(shed: Shed): void } {
  const tallies = createTallies();
  let inFlight = 0;
  // Fastify's hooks are not enough: it calls none for a client that disconnects, or for an unreadable address.
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
    help: 'Requests refused with 503 because too many requests, too many bytes of bodies, or too many exports were in progress. Bound "caller" or "network": one client sends too much, and the log names it; "whole": overload.',
    labelNames: ['routes', 'bound', 'of'],
    registers: [registry],
  });
  for (const routes of ['token', 'public'])
    for (const bound of ['whole', 'caller', 'network'])
      for (const resource of ['requests', 'bytes', 'exports']) shed.inc({ routes, bound, of: resource }, 0);
  return { countShed: (labels) => shed.inc(labels) };
}

const name = 'http_request_duration_seconds';
const help =
  'Time from the head of a request to the end of its answer, in seconds. Compare the 99th percentile of a route with its usual value.';
const boundsSeconds = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Status = number | 'aborted';
/** The requests with the same method, route and status. Each bucket counts the requests between two bounds. */
type Tally = {
  labels: { method: string; route: string; status: Status };
  buckets: number[];
  count: number;
  sumSeconds: number;
};

/**
 * Counts requests by duration, method, route and status. prom-client's histogram joins the labels for each request,
 * which takes half a microsecond. This one joins the labels when the metric is read.
 */
export function createTallies() {
  const byRoute = new Map<string, Map<Status, Map<string, Tally>>>();
  const all: Tally[] = [];
  const make = (method: string, route: string, status: Status): Tally => {
    const labels = { method, route, status };
    const tally = { labels, buckets: boundsSeconds.map(() => 0), count: 0, sumSeconds: 0 };
    all.push(tally);
    return tally;
  };
  return {
    add(sentMethod: string, route: string, status: Status, seconds: number) {
      const method = methods.has(sentMethod) ? sentMethod : 'other';
      const byStatus = entry(byRoute, route, () => new Map<Status, Map<string, Tally>>());
      const byMethod = entry(byStatus, status, () => new Map<string, Tally>());
      const tally = entry(byMethod, method, () => make(method, route, status));
      tally.count++;
      tally.sumSeconds += seconds;
      let index = 0;
      while (seconds > (boundsSeconds[index] ?? Infinity)) index++;
      if (index < tally.buckets.length) tally.buckets[index] = (tally.buckets[index] ?? 0) + 1;
    },
    all: (): readonly Tally[] => all,
    /** The tallies as a metric, for a registry. */
    histogram: {
      name,
      get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: all.flatMap(samples) }),
    } as unknown as Metric,
  };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function samples({ labels, buckets, count, sumSeconds }: Tally) {
  let below = 0;
  const cumulative = buckets.map((requests, index) => {
    below += requests;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: boundsSeconds[index] }, value: below };
  });
  return [
    ...cumulative,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: sumSeconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
