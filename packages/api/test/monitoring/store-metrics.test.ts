import { auditLog, plants } from '@plant-store/db';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { measureStore } from '../../src/monitoring/store-metrics.ts';
import { startStore } from '../store.ts';
import { parseExposition } from './exposition.ts';
import { sampled, scrape } from './scraped.ts';

test('each write counts in one timed commit, which simultaneous writes share', async () => {
  const store = await startStore();
  const before = await scrape(store);
  await Promise.all(
    Array.from({ length: 20 }, (_, id) => plants.create(store.db, { id: BigInt(id), name: 'Fern' })),
  );
  const after = await scrape(store);
  const grown = (name: string) => sampled(after, name) - sampled(before, name);
  expect(grown('plant_store_commit_writes_sum')).toBe(20);
  const commits = grown('plant_store_commit_writes_count');
  if (store.db.engine === 'sqlite') expect(commits).toBe(1);
  else expect(commits).toBeLessThan(20);
  expect(grown('plant_store_commit_duration_seconds_count')).toBe(commits);
  expect(grown('plant_store_commit_duration_seconds_sum')).toBeGreaterThan(0);
});

test('pending writes and refused writes are counted', async () => {
  const { db } = await startStore();
  // Reads the metrics without a request, as a request would wait behind the writes.
  const registry = new Registry();
  measureStore(db, registry);
  const writes = Array.from({ length: 10_050 }, (_, id) =>
    plants.create(db, { id: BigInt(id), name: 'Fern' }),
  );
  const during = registry.metrics();
  const refused = (await Promise.allSettled(writes)).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(sampled(parseExposition(await during), 'plant_store_writes_queued')).toBe(10_000);
  const after = parseExposition(await registry.metrics());
  expect(sampled(after, 'plant_store_writes_shed_total')).toBe(refused.length);
  expect(sampled(after, 'plant_store_writes_queued')).toBe(0);
});

test('an audit log that stands still is a metric and a detail of /readyz, which stays green', async () => {
  const store = await startStore();
  const { db, rows, send } = store;
  const readiness = async () => (await send('/readyz')).json();
  const lag = async () => sampled(await scrape(store), 'plant_store_audit_lag_seconds');
  await plants.create(db, { id: 1n, name: 'Fern' });
  expect(await readiness()).toEqual({ status: 'ready' });
  if (db.engine === 'sqlite') return expect(await lag()).toBe(0);
  // No process chains here.
  await rows(`UPDATE "audit_pending" SET "at" = "at" - 90000000`);
  expect(await lag()).toBeGreaterThanOrEqual(90);
  expect(await readiness()).toEqual({
    status: 'ready',
    details: [expect.stringMatching(/^the audit log stands still: an entry has waited for \d+ seconds/)],
  });
  await auditLog.chainPending(db);
  expect(await lag()).toBe(0);
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const query = vi.spyOn(db, 'query').mockReturnValue(promise);
  const answers = await Promise.all(Array.from({ length: 5 }, readiness));
  resolve([]);
  expect(answers).toEqual(Array(5).fill({ status: 'ready' }));
  expect(query).toHaveBeenCalledOnce();
  query.mockRestore();
});
