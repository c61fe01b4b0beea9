import { isOnPostgresql } from '@plant-store/db/testing';
import { expect, test, vi } from 'vitest';
import { startStore } from '../store.ts';
import type { Metric } from './exposition.ts';
import { sampled, scrape } from './scraped.ts';

function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

test('a blocked event loop appears as a delay in the metrics', async () => {
  const store = await startStore();
  const late = (metrics: Map<string, Metric>) =>
    sampled(metrics, 'nodejs_eventloop_delay_seconds_count') -
    sampled(metrics, 'nodejs_eventloop_delay_seconds_bucket', { le: '0.2' });
  const before = late(await scrape(store));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await vi.waitFor(async () => expect(late(await scrape(store))).toBeGreaterThan(before));
});

test('the metrics give the sizes of process and store', async () => {
  const store = await startStore();
  const cpuSecondsBefore = readCpuSeconds();
  const metrics = await scrape(store);
  const mib = 2 ** 20;
  expect(sampled(metrics, 'process_resident_memory_bytes') / process.memoryUsage.rss()).toBeCloseTo(1, 0);
  expect(sampled(metrics, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(mib);
  const [size] = await store.rows(
    isOnPostgresql
      ? 'SELECT pg_database_size(current_database()) AS "bytes"'
      : 'SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()',
  );
  // Other tests write to the same PostgreSQL server; SQLite's log is larger than that.
  expect(sampled(metrics, 'plant_store_database_size_bytes') / Number(size?.bytes)).toBeGreaterThan(0.9);
  expect(sampled(metrics, 'plant_store_database_size_bytes') / Number(size?.bytes)).toBeLessThan(4);
  // The system's CPU counter, read before, during and after the scrape: it never decreases.
  const cpuSeconds = sampled(metrics, 'process_cpu_seconds_total');
  expect(cpuSeconds).toBeGreaterThanOrEqual(cpuSecondsBefore);
  expect(cpuSeconds).toBeLessThanOrEqual(readCpuSeconds());
  expect(sampled(metrics, 'process_start_time_seconds')).toBe(performance.timeOrigin / 1000);
});
