import { expect, test, vi } from 'vitest';
import type { Metric } from './exposition.ts';
import { sampled, scrape } from './scraped.ts';
import { startStore } from './store.ts';

test('what keeps the event loop from going on shows as its delay', async () => {
  const store = await startStore();
  const late = (metrics: Map<string, Metric>) =>
    sampled(metrics, 'nodejs_eventloop_delay_seconds_count') -
    sampled(metrics, 'nodejs_eventloop_delay_seconds_bucket', { le: '0.2' });
  const before = late(await scrape(store));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await vi.waitFor(async () => expect(late(await scrape(store))).toBeGreaterThan(before));
});

test('the process and the store tell how large they are', async () => {
  const store = await startStore();
  const metrics = await scrape(store);
  const mib = 2 ** 20;
  expect(sampled(metrics, 'process_resident_memory_bytes') / process.memoryUsage.rss()).toBeCloseTo(1, 0);
  expect(sampled(metrics, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(mib);
  expect(sampled(metrics, 'plant_store_database_size_bytes')).toBeGreaterThan(10_000);
  expect(sampled(metrics, 'plant_store_database_size_bytes')).toBeLessThan(100 * mib);
  const cpuSeconds = sampled(metrics, 'process_cpu_seconds_total');
  expect(cpuSeconds).toBeLessThanOrEqual((process.cpuUsage().user + process.cpuUsage().system) / 1e6);
  expect(cpuSeconds).toBeGreaterThan(0.01);
  const startedAt = sampled(metrics, 'process_start_time_seconds');
  expect(startedAt + process.uptime()).toBeCloseTo(Date.now() / 1000, 0);
});
