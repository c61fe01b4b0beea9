import { setTimeout as wait } from 'node:timers/promises';
import { type AtEnd, connectTo, oncePerFile, rowsOf } from '@plant-store/db/testing';
import { migrate } from '@plant-store/engine/testing/migrations';
import { newestInstalled } from '@plant-store/engine/testing/pg-dump';
import { type PostgresqlServer, startPostgresql, startStandby } from '@plant-store/engine/testing/postgresql';
import { startSwitch } from '@plant-store/engine/testing/tcp-switch';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import { startCopy } from '../followed-copy.ts';
import { newProject } from '../project.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { startLedger } from './ledger.ts';

/** `LOSSES=10 npm test -- apps/api/test/postgresql/lost-machine.test.ts` repeats each loss, and prints how long it took. */
const losses = Number(process.env.LOSSES ?? 1);

/** Three processes whose address leads to a primary; each test loses it, and leaves its standby as the next one. */
const running = oncePerFile(async (atEnd) => {
  const primary = await startPostgresql([], newestInstalled());
  const address = await startSwitch(primary.port, atEnd);
  const machines = { primary };
  atEnd(() => machines.primary.remove());
  const url = address.through(primary.url());
  const cluster = await startCluster(url, {}, atEnd);
  return { machines, address, url, cluster };
});

/** A standby of the server, and the network between both. */
async function follow(primary: PostgresqlServer, isSynchronous: boolean, atEnd: AtEnd = onTestFinished) {
  const link = await startSwitch(primary.port, atEnd);
  const standby = await startStandby(link.through(primary.url('postgres')), newestInstalled());
  if (isSynchronous) {
    // The copy is older than this setting: a promoted standby would wait for a standby of its own.
    await rowsOf(primary.url(), `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await rowsOf(primary.url(), 'SELECT pg_reload_conf()');
  }
  const states = `SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'`;
  const state = isSynchronous ? 'sync' : 'async';
  await vi.waitFor(async () => expect(await rowsOf(primary.url(), states)).toEqual([{ sync_state: state }]));
  return { standby, link };
}

/** Asks each process for /readyz all the time. Keeps the statuses with the phase of the test in which they were asked for. */
function watchReadiness({ servers }: Cluster) {
  let phase = 'up';
  let isOver = false;
  const seen: { phase: string; number: number; status: number }[] = [];
  const watch = async (url: string, number: number) => {
    while (!isOver) {
      const asked = phase;
      const { status } = await fetch(`${url}/readyz`);
      // What was asked for before a change and answered after it is true in both cases.
      if (asked === phase) seen.push({ phase, number, status });
      await wait(50);
    }
  };
  const watching = Promise.all(servers.map(({ url }, number) => watch(url, number)));
  onTestFinished(async () => {
    isOver = true;
    await watching;
  });
  return {
    enter(next: string) {
      phase = next;
    },
    /** Waits until each process has given this status in the present phase. */
    each: (status: number) =>
      vi.waitFor(() => {
        const numbers = seen
          .filter((one) => one.phase === phase && one.status === status)
          .map(({ number }) => number);
        expect(new Set(numbers).size).toBe(servers.length);
      }),
    statusesIn: (one: string) =>
      new Set(seen.filter(({ phase }) => phase === one).map(({ status }) => status)),
  };
}

type Store = { url: string; token: string };

async function post({ url, token }: Store, path: string, body: object | string = {}) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url + path, { method: 'POST', headers, body: sent });
  const text = await answer.text();
  return { status: answer.status, text, receipt: /"receipt":(\d+)/.exec(text)?.[1] };
}

const fileOf = (ids: number[], name: string) => `id,name\n${ids.map((id) => `${id},${name}\n`).join('')}`;

/** An import, a long undo, a restore and a migration at `url`, each in the middle of its transaction on this server. */
async function startHeld(server: PostgresqlServer, url: string, store: Store, first: number) {
  const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => first + from + n);
  // More than a thousand plants are long work.
  const [ferns, mosses, palms] = [range(0, 1_100), range(2_000, 50), range(3_000, 1_100)];
  const [ivy] = range(5_000, 1);
  const schema = `held_${first}`;
  await post(store, '/plants', { id: ivy, name: 'Ivy' });
  const { receipt: imported } = await post(store, '/imports', fileOf(ferns, 'Fern'));
  await post(store, '/imports', fileOf([...mosses, Number(palms.at(-1))], 'Moss'));
  const { receipt: deletion } = await post(store, '/plants/bulk/delete', { ids: mosses });
  const holder = await connectTo(server.url());
  onTestFinished(() => holder.end());
  holder.on('error', () => undefined);
  await holder.query(`BEGIN;
    SELECT FROM plants WHERE id IN (${ferns.at(-1)}, ${palms.at(-1)}, ${ivy}) FOR UPDATE;
    SELECT FROM plant_versions WHERE plant_id = ${mosses[0]} FOR UPDATE`);
  await rowsOf(
    server.url(),
    `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}._prisma_migrations (LIKE public._prisma_migrations INCLUDING ALL)`,
  );
  const migration = {
    '0001': `CREATE TABLE half (); SELECT FROM public.plants WHERE id = ${ivy} FOR UPDATE; CREATE TABLE whole ();`,
  };
  const works = [
    () => post(store, '/imports?duplicates=update', fileOf(palms, 'Palm')),
    () => post(store, `/receipts/${imported}/undo`),
    () =>
      migrate(`${url}?schema=${schema}`, migration).then(
        () => ({ status: 200, text: '' }),
        ({ message }) => ({ status: 503, text: message }),
      ),
    () => post(store, `/receipts/${deletion}/undo`),
  ];
  const answers: Promise<{ status: number; text: string }>[] = [];
  const held = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  for (const work of works) {
    answers.push(work());
    await vi.waitFor(async () => expect((await holder.query(held)).rowCount).toBe(answers.length));
  }
  const counts = `SELECT name, count(*) FROM plants WHERE id BETWEEN ${first} AND ${first + 4_999} GROUP BY name
    UNION ALL SELECT tablename, 1 FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> '_prisma_migrations' ORDER BY name`;
  return {
    /** Expects that nothing of them is stored, and that each succeeds when it is sent again. */
    async end(next: PostgresqlServer) {
      for (const { status, text } of await Promise.all(answers))
        expect([status, text]).toEqual([503, expect.any(String)]);
      expect(await rowsOf(next.url(), counts)).toEqual([
        { name: 'Fern', count: 1_100n },
        { name: 'Moss', count: 1n },
      ]);
      for (const work of works) await vi.waitFor(async () => expect((await work()).status).toBe(200));
      expect(await rowsOf(next.url(), counts)).toEqual([
        { name: 'Moss', count: 50n },
        { name: 'Palm', count: 1_100n },
        { name: 'half', count: 1n },
        { name: 'whole', count: 1n },
      ]);
    },
  };
}

/** Leads the processes to the old primary for a while, as a wrong address would, and expects it to acknowledge nothing. */
async function leadBack(
  { machines, address, cluster }: Awaited<ReturnType<typeof running>>,
  old: PostgresqlServer,
) {
  await old.start();
  address.lead(old.port);
  const ofStore = `FROM pg_stat_activity WHERE application_name = 'plant-store'`;
  await rowsOf(machines.primary.url(), `SELECT pg_terminate_backend(pid) ${ofStore}`);
  const add = async ({ url }: Server, number: number) => {
    const headers = {
      authorization: `Bearer ${cluster.admin}`,
      'content-type': 'application/json',
      'idempotency-key': `back ${number}`,
    };
    const body = JSON.stringify({ id: -10 - number, name: `back ${number}` });
    return (await fetch(`${url}/plants`, { method: 'POST', headers, body })).status;
  };
  const answers = Promise.all(cluster.servers.map(add));
  const waiting = `SELECT ${ofStore} AND wait_event = 'SyncRep'`;
  await vi.waitFor(async () => expect((await rowsOf(old.url(), waiting)).length).toBeGreaterThanOrEqual(3));
  expect(await answers).toEqual([503, 503, 503]);
  address.lead(machines.primary.port);
  for (const [number, server] of cluster.servers.entries())
    await expect.poll(() => add(server, number)).toBe(200);
  const stored = `SELECT count(*) FROM plants WHERE name LIKE 'back %'`;
  expect(await rowsOf(machines.primary.url(), stored)).toEqual([{ count: 3n }]);
}

let first = 0;

test.each(Array.from({ length: losses }, () => ['killed by -9', 'cut off from its network']).flat())(
  'a primary that is %s loses no acknowledged write, and its standby goes on without a restart of a process',
  async (how) => {
    const { machines, address, url, cluster } = await running();
    const { primary } = machines;
    onTestFinished(primary.remove);
    const { standby, link } = await follow(primary, true);
    machines.primary = standby;
    const store = { url: cluster.url, token: cluster.admin };
    const readiness = watchReadiness(cluster);
    const ledger = startLedger(store.url, store.token);
    const copy = await startCopy(store);
    first += 10_000;
    const held = await startHeld(primary, url, store, first);
    await ledger.goesOn(2);

    if (how === 'killed by -9') await primary.stop('SIGKILL');
    else for (const network of [address, link]) network.cut();
    readiness.enter('away');
    await readiness.each(503);
    readiness.enter('promotion');
    await standby.promote();
    const promotedAt = performance.now();
    address.lead(standby.port);
    await ledger.goesOn(1);
    const seconds = (performance.now() - promotedAt) / 1_000;
    // The old primary is back in the network, gets what was sent to it, and knows nothing of the promotion.
    address.heal();
    readiness.enter('after');
    await readiness.each(200);
    expect(readiness.statusesIn('away')).toEqual(new Set([503]));
    await held.end(standby);
    await ledger.goesOn(2);
    await ledger.stop();
    await copy.expectEqual();
    await expect.poll(() => rowsOf(standby.url(), 'SELECT FROM audit_pending')).toEqual([]);
    const verified = await newProject().run('audit', ['verify', '--json'], { DATABASE_URL: standby.url() });
    expect(JSON.parse(verified.stdout)).toMatchObject({ isIntact: true });
    expect(await ledger.faultsIn(standby.url())).toEqual([]);
    expect(cluster.servers.map(({ child }) => child.exitCode)).toEqual([null, null, null]);
    if (how === 'killed by -9') await leadBack(await running(), primary);
    if (losses > 1)
      console.log(`${how}: a write of each kind ${seconds.toFixed(1)} s after the promotion,`, {
        stored: ledger.count('stored'),
        notStored: ledger.count('not stored'),
        unknown: ledger.count('unknown'),
      });
  },
);

test('the same comparison finds what a standby loses that does not keep up and is not synchronous', async () => {
  const { machines, address, cluster } = await running();
  const { primary } = machines;
  onTestFinished(primary.remove);
  await rowsOf(primary.url(), 'ALTER SYSTEM RESET synchronous_standby_names');
  const { standby } = await follow(primary, false);
  machines.primary = standby;
  expect(await newProject().fail({ DATABASE_URL: standby.url() })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^The API did not start\. .* read-only \(a standby,[^\n]*\n$/),
  });
  const ledger = startLedger(cluster.url, cluster.admin, true);
  await ledger.goesOn(1);
  const [{ pid } = {}] = await rowsOf(standby.url(), 'SELECT pid FROM pg_stat_wal_receiver');
  process.kill(Number(pid), 'SIGSTOP');
  await ledger.goesOn(1);
  await primary.stop('SIGKILL');
  // Its network would still hold what the receiver has not read.
  process.kill(Number(pid), 'SIGKILL');
  await expect
    .poll(() =>
      standby.promote().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  address.lead(standby.port);
  await ledger.goesOn(1);
  await ledger.stop();
  await expect.poll(() => rowsOf(standby.url(), 'SELECT FROM audit_pending')).toEqual([]);
  expect(await ledger.faultsIn(standby.url())).toContainEqual(expect.stringMatching(/^lost: plant/));
});
