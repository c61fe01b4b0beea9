import { oncePerFile, rowsOf } from '@plant-store/db/testing';
import { hasPgbouncer, startPgbouncer } from '@plant-store/engine/testing/pgbouncer';
import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../child-process.ts';
import { newProject } from '../project.ts';
import { add, send } from '../requests.ts';
import { startCluster } from './cluster.ts';
import { startLoad } from './load.ts';

const shared = oncePerFile(async (atEnd) => {
  const server = await startPostgresql();
  atEnd(server.remove);
  return { server, cluster: await startCluster(server.url(), {}, atEnd) };
});

test('a restart of PostgreSQL under load loses no acknowledged plant; errors are 503 with Retry-After', async () => {
  const { server, cluster } = await shared();
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

test('/readyz is red while no standby confirms commits, writes give their connections back, and it ends by itself', async () => {
  const { server, cluster } = await shared();
  const sites = [cluster.servers[0] as Server];
  if (hasPgbouncer) {
    const pooler = await startPgbouncer(server.url(), onTestFinished);
    sites.push(await newProject().start({ DATABASE_URL: pooler.through(server.url()), LOG_LEVEL: 'silent' }));
  }
  const { admin } = cluster;
  /** The commits that wait, with their times: a later one may be on the same connection. */
  const waiting = async () => {
    const rows = await rowsOf(
      server.url(),
      `SELECT pid, xact_start::text AS "begin" FROM pg_stat_activity WHERE wait_event = 'SyncRep'
         AND application_name = 'plant-store'`,
    );
    return rows.map(({ pid, begin }) => `${pid} ${begin}`);
  };
  const messageOf = async (answer: Promise<Response>) => {
    const { status } = await answer;
    return [status, ((await (await answer).json()) as { message?: string }).message];
  };

  for (const [n, site] of sites.entries())
    expect(await add(site, admin, -21 - n)).toMatchObject({ status: 200 });
  const findStandby = await server.loseStandby();
  onTestFinished(findStandby);
  const writes = sites.flatMap(({ url }, n) => [
    messageOf(send(`${url}/plants`, admin, { id: -1 - n, name: 'Fern' })),
    messageOf(send(`${url}/tokens`, admin, { name: `till ${n}`, scopes: ['plants:read'] })),
  ]);
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(writes.length);
  const before = await waiting();
  const firstStart = newProject().attempt({ DATABASE_URL: server.url('postgres') });
  for (const answer of await Promise.all(sites.map(({ url }) => messageOf(fetch(`${url}/readyz`)))))
    expect(answer).toEqual([503, expect.stringContaining('commits do not come back')]);
  for (const answer of await Promise.all(writes))
    expect(answer).toEqual([503, expect.stringContaining('may or may not have been stored')]);
  expect((await firstStart).stderr).toMatch(
    /^The API did not start\. DATABASE_URL: commits do not come back, .* 'gone'\); start a standby [^\n]*\n$/,
  );
  await expect.poll(async () => (await waiting()).filter((commit) => before.includes(commit))).toEqual([]);
  await findStandby();
  for (const [n, site] of sites.entries()) {
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(await add(site, admin, -11 - n)).toMatchObject({ status: 200 });
  }
});
