import { newUrl } from '@plant-store/db/testing';
import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../child-process.ts';
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

test('restarting the processes one after the other under load fails no request', async () => {
  const url = await newUrl();
  // The pause is much longer than the interval of the load balancer's checks.
  const cluster = await startCluster(url, { DRAIN_SECONDS: '2' });
  const load = startLoad(cluster.url, cluster.admin);
  for (const number of cluster.servers.keys()) {
    await load.goesOn(50);
    const server = cluster.servers[number] as Server;
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
    await load.goesOn(50);
    const again = await cluster.startAgain(number);
    await expect.poll(async () => (await fetch(`${again.url}/readyz`)).status).toBe(200);
  }
  await load.goesOn(50);
  await load.end(url);
  expect(load.failures).toEqual([]);
});
