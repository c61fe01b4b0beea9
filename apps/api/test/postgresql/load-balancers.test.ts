import { connectTo, newUrl, oncePerFile, rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../child-process.ts';
import { send, statusFor } from '../requests.ts';
import { startCluster } from './cluster.ts';
import { hasProxies, startDocumentedProxies } from './documented-proxies.ts';
import { startLoad } from './load.ts';

/** Three processes, behind the load balancers of docs/scaling.md if these are installed. */
const running = oncePerFile(async (atEnd) => {
  const url = await newUrl(atEnd);
  // The pause is shorter than documented, to save time, and longer than the interval of Caddy's checks.
  const cluster = await startCluster(url, { DRAIN_SECONDS: '2', DATABASE_CONNECTIONS: '20' }, atEnd);
  const ports = cluster.servers.map(({ port }) => port);
  return { url, cluster, proxies: hasProxies ? await startDocumentedProxies(ports, atEnd) : [] };
});

test.skipIf(!hasProxies)(
  'behind the documented Caddy and nginx, a process killed with -9 costs only the writes that it held',
  async () => {
    const { url, cluster, proxies } = await running();
    const [caddy] = proxies;
    const write = async (site: string, key: string, path: string, body: object, method = 'POST') => {
      const headers = { 'idempotency-key': key };
      const { status } = await send(site + path, cluster.admin, body, { method, headers });
      return { site, key, status, again: () => write(site, key, path, body, method) };
    };
    const ids = [...proxies.keys()].map((number) => [1, 2, 3].map((id) => -(10 * number + id)));
    for (const id of ids.flat()) await send(`${cluster.url}/plants`, cluster.admin, { id, name: 'old' });
    const other = await connectTo(url);
    onTestFinished(() => other.end());
    await other.query('BEGIN; LOCK plants IN EXCLUSIVE MODE');
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'plants'::regclass`;
    const writes = proxies.flatMap((proxy, number) =>
      (ids[number] ?? []).flatMap((id) => [
        write(proxy.url, `add ${id}`, '/plants', { id: id - 100, name: 'new' }),
        write(proxy.url, `change ${id}`, `/plants/${id}`, { name: 'new' }, 'PATCH'),
      ]),
    );
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(writes.length);
    const readers = startClients<number>(4, async (tell) => {
      for (const proxy of proxies) tell(await statusFor(proxy, cluster.admin));
    });
    await readers.until(() => true, 20);
    const killed = cluster.servers[1] as Server;
    killed.child.kill('SIGKILL');
    await killed.ended;
    await other.query('COMMIT');
    const answers = await Promise.all(writes);
    await readers.until(() => true, 20);

    const portOf = (key: string) => proxies.flatMap(({ portsOf }) => portsOf(key)).join();
    const expected = answers.map(({ key }) => [key, portOf(key) === killed.port ? 502 : 200]);
    expect(answers.map(({ key, status }) => [key, status])).toEqual(expected);
    const failed = answers.filter(({ status }) => status === 502);
    expect(failed).toHaveLength(writes.length / 3);
    for (const { site, again } of failed) {
      const { status } = await again();
      // Caddy before 2.11.2 sends no body to the next process after a refused connection, until its check has failed.
      if (site === caddy?.url) await expect.poll(async () => (await again()).status).toBe(200);
      else expect(status).toBe(200);
    }
    expect(new Set(await readers.stop())).toEqual(new Set([200]));
    const plants = await rowsOf(url, `SELECT id FROM plants WHERE name = 'new'`);
    expect(plants).toHaveLength(writes.length);
    expect(await rowsOf(url, 'SELECT FROM plant_versions')).toHaveLength(writes.length / 2);
    await cluster.startAgain(1);
  },
);

test.skipIf(!hasProxies)(
  'the documented Caddy and nginx leave the limits of bodies to the store',
  async () => {
    const { cluster, proxies } = await running();
    for (const { url } of proxies) {
      const answer = await send(`${url}/plants`, cluster.admin, { id: 1, name: 'x'.repeat(2 ** 21) });
      expect(await answer.json()).toMatchObject({ error: 41300 });
    }
  },
);

test('restarting the processes one after the other under load fails no request', async () => {
  const { url, cluster, proxies } = await running();
  const sites = hasProxies ? proxies : [cluster];
  const loads = sites.map((site) => startLoad(site.url, cluster.admin, 8));
  const goOn = (count: number) => Promise.all(loads.map((load) => load.goesOn(count)));
  for (const number of cluster.servers.keys()) {
    await goOn(20);
    const server = cluster.servers[number] as Server;
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
    const again = await cluster.startAgain(number);
    await expect.poll(async () => (await fetch(`${again.url}/readyz`)).status).toBe(200);
  }
  await goOn(20);
  for (const load of loads) {
    await load.end(url);
    expect(load.failures).toEqual([]);
  }
});
