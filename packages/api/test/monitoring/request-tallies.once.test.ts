import { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { measureRequests } from '../../src/monitoring/request-metrics.ts';
import { parseExposition } from './exposition.ts';
import { sampled } from './scraped.ts';

/** Measures answers of these statuses and durations. */
function measured(...answers: [status: number, ms: number][]): Registry {
  const registry = new Registry();
  const server = new EventEmitter();
  measureRequests({ server, addHook: () => undefined } as unknown as FastifyInstance, registry, {
    count: () => 0,
  });
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  for (const [statusCode, ms] of answers) {
    const response = Object.assign(new EventEmitter(), { statusCode, writableFinished: true });
    server.emit('request', { method: 'GET' }, response);
    nowMs += ms;
    response.emit('close');
  }
  return registry;
}

test('a request counts in every bucket above its duration, and its seconds in the sum', async () => {
  const answered = [0, 0.2, 0.21, 300, 10_000, 10_100, 600_000].map((ms) => [200, ms] as [number, number]);
  const registry = measured(...answered, [404, 300]);
  const { samples = [] } =
    parseExposition(await registry.metrics()).get('http_request_duration_seconds') ?? {};
  const found = samples.filter(({ labels }) => labels.status === '200');
  const buckets = found.flatMap(({ labels: { le }, value }) => (le === undefined ? [] : [[le, value]]));
  expect(Object.fromEntries(buckets)).toMatchObject({
    '0.0002': 2,
    '0.0005': 3,
    '0.2': 3,
    '0.5': 4,
    '5': 4,
    '10': 5,
    '+Inf': 7,
  });
  expect(found.find(({ name }) => name.endsWith('_sum'))?.value).toBeCloseTo(620.40041, 6);
  expect(found.find(({ name }) => name.endsWith('_count'))?.value).toBe(7);
});

test('scrapes at the same time count each request once', async () => {
  const registry = measured([200, 1], [200, 1]);
  for (const text of await Promise.all([registry.metrics(), registry.metrics()]))
    expect(sampled(parseExposition(text), 'http_requests_total')).toBe(2);
});
