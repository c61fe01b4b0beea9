import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createTallies } from '../../src/monitoring/request-metrics.ts';
import { parseExposition } from './exposition.ts';

test('a request counts in every bucket above its duration, and its seconds in the sum', async () => {
  const registry = new Registry();
  const tallies = createTallies();
  registry.registerMetric(tallies.histogram);
  for (const seconds of [0, 0.0002, 0.00021, 0.3, 10, 10.1, 600])
    tallies.add('GET', '/plants/:id', 200, seconds);
  tallies.add('GET', '/plants/:id', 404, 0.3);
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
