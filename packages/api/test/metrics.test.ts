import { once } from 'node:events';
import { connect } from 'node:net';
import { plants } from '@plant-store/db';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { measureStore } from '../src/store-metrics.ts';
import { type Metric, parseExposition } from './exposition.ts';
import { exchange } from './raw-http.ts';
import { type Store, startStore } from './store.ts';

const scrape = async ({ send }: Store) => parseExposition(await (await send('/metrics')).text());

/** The value of the one sample with this name and these labels; 0 where there is none. */
function sampled(metrics: Map<string, Metric>, name: string, labels: Record<string, string> = {}): number {
  const metric = metrics.get(name) ?? metrics.get(name.replace(/_(bucket|sum|count)$/, ''));
  const samples = metric?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return samples?.reduce((sum, { value }) => sum + value, 0) ?? 0;
}

const requestsOf = (metrics: Map<string, Metric>) =>
  Object.fromEntries(
    metrics
      .get('http_requests_total')
      ?.samples.map(({ labels: { method, route, status }, value }) => [
        `${method} ${route} ${status}`,
        value,
      ]) ?? [],
  );

test('requests are counted and timed by method, route and status, neither more nor fewer than there were', async () => {
  const store = await startStore();
  const { post, send, url } = store;
  for (const id of [1, 2, 3]) await post({ id, name: 'Fern' });
  await post({ id: 1, name: 'Fern' });
  await send('/plants/1');
  await send('/plants/2');
  await send('/nowhere');
  await fetch(`${url}/plants`);
  await fetch(`${url}/healthz`);
  await send('/plants', { method: 'DELETE' });
  await scrape(store);
  const metrics = await scrape(store);
  const expected = {
    'POST /plants 200': 3,
    'POST /plants 400': 1,
    'GET /plants/:id 200': 2,
    'GET unmatched 404': 1,
    'GET /plants 401': 1,
    'GET /healthz 200': 1,
    'DELETE unmatched 405': 1,
    'GET /metrics 200': 1,
  };
  expect(requestsOf(metrics)).toEqual(expected);
  for (const [key, count] of Object.entries(expected)) {
    const [method = '', route = '', status = ''] = key.split(' ');
    expect(sampled(metrics, 'http_request_duration_seconds_count', { method, route, status })).toBe(count);
  }
  expect(sampled(metrics, 'http_requests_in_flight')).toBe(1);
});

test('however many addresses and methods are tried, they make one series each', async () => {
  const store = await startStore();
  for (const path of ['/a', '/b', '/plants/1/2', '/plt_secret', '/%00']) await store.send(path);
  for (const path of ['/plants/%zz', '//[', 'http://'])
    await exchange(store.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  for (const method of ['PROPFIND', 'PURGE', 'MKCOL'])
    await exchange(store.url, `${method} /plants HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
  const requests = requestsOf(await scrape(store));
  expect(requests).toEqual({
    'GET unmatched 400': 2,
    'GET unmatched 401': 1,
    'GET unmatched 404': 5,
    'other unmatched 401': 3,
  });
});

test('the time of a request is in seconds', async () => {
  const store = await startStore();
  const begun = performance.now();
  await store.send('/plants');
  const seconds = (performance.now() - begun) / 1000;
  const metrics = await scrape(store);
  const measured = sampled(metrics, 'http_request_duration_seconds_sum', { route: '/plants' });
  expect(measured).toBeGreaterThan(0.00001);
  expect(measured).toBeLessThan(seconds);
});

test('a client that leaves before its answer is counted as such, and is in flight no longer', async () => {
  const store = await startStore();
  const token = await store.tokenFor('admin');
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  expect(sampled(await scrape(store), 'http_requests_in_flight')).toBe(2);
  socket.destroy();
  await vi.waitFor(async () => {
    const metrics = await scrape(store);
    expect(requestsOf(metrics)).toMatchObject({ 'POST /plants aborted': 1 });
    expect(sampled(metrics, 'http_requests_in_flight')).toBe(1);
  });
});

test('each write is in one commit, with its time; those that arrive together share it', async () => {
  const store = await startStore();
  const before = await scrape(store);
  await Promise.all(
    Array.from({ length: 20 }, (_, id) => plants.create(store.db, { id: BigInt(id), name: 'Fern' })),
  );
  const after = await scrape(store);
  const grown = (name: string) => sampled(after, name) - sampled(before, name);
  expect(grown('plant_store_commit_writes_sum')).toBe(20);
  expect(grown('plant_store_commit_writes_count')).toBe(store.db.engine === 'sqlite' ? 1 : 20);
  expect(grown('plant_store_commit_duration_seconds_count')).toBe(grown('plant_store_commit_writes_count'));
  expect(grown('plant_store_commit_duration_seconds_sum')).toBeGreaterThan(0);
});

test('writes that wait, and those refused because too many do, are told', async () => {
  const { db } = await startStore();
  // Asked without a request, which would wait behind the writes.
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

test('counters and histograms only grow, and those of another server begin at 0', async () => {
  const store = await startStore();
  const growing = (metrics: Map<string, Metric>) =>
    [...metrics].flatMap(([, { type, samples }]) => (type === 'gauge' ? [] : samples));
  let before = growing(await scrape(store));
  for (let id = 0; id < 5; id++) {
    await store.post({ id, name: 'Fern' });
    const metrics = await scrape(store);
    for (const { name, labels, value } of before)
      expect(sampled(metrics, name, labels), `${name} ${JSON.stringify(labels)}`).toBeGreaterThanOrEqual(
        value,
      );
    before = growing(metrics);
  }
  expect(requestsOf(await scrape(await startStore()))).toEqual({});
});

test('/metrics is for tokens with the scope plants:read, and for nobody else', async () => {
  const { url, tokenFor } = await startStore();
  const ask = async (token?: string) =>
    fetch(`${url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  expect((await ask()).status).toBe(401);
  expect((await ask(await tokenFor('plants:write'))).status).toBe(403);
  const answer = await ask(await tokenFor('plants:read'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('neither plants, tokens nor addresses are in it', async () => {
  const { post, send, tokenFor } = await startStore();
  const token = await tokenFor('admin');
  await post({ id: 471_147_114_711, name: 'Secretissima', tag: 'Secretissima' });
  await post({ id: 471_147_114_711, name: 'Secretissima' });
  await send(`/Secretissima/${token}?q=${token}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await (await send('/metrics')).text();
  expect(text).not.toMatch(/Secretissima|471147114711|plt_/);
});

test('every metric says what it is and what to look for', async () => {
  const metrics = await scrape(await startStore());
  expect(metrics.size).toBeGreaterThan(10);
  for (const [name, { help, type }] of metrics) {
    expect(help, name).toMatch(/^[A-Z].{40,}\.$/);
    expect(name).toMatch(type === 'counter' ? /_total$/ : /_(seconds|bytes|in_flight|queued|writes)$/);
  }
});
