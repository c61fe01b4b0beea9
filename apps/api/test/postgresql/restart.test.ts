import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from './cluster.ts';
import { startLoad } from './load.ts';

test('a restart of PostgreSQL under load loses no acknowledged plant; errors are 503 with Retry-After', async () => {
  const server = await startPostgresql();
  onTestFinished(server.remove);
  const cluster = await startCluster(server.url());
  const load = startLoad(cluster.url, cluster.admin);
  // PostgreSQL's fast and immediate shutdown, and a crash.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    await load.goesOn(100);
    const failedBefore = load.failures.length;
    await server.stop(signal);
    await expect.poll(() => load.failures.length, { timeout: 50_000 }).toBeGreaterThan(failedBefore + 20);
    await server.start();
    await load.goesOn(1);
  }
  await load.goesOn(100);
  await load.end(server.url());
  for (const { status, retryAfter, text } of load.failures) {
    expect([status, text]).toEqual([503, expect.stringContaining('"error":50300')]);
    expect(retryAfter).toMatch(/^\d+$/);
  }
  expect(cluster.written()).not.toContain('correct-horse');
});
