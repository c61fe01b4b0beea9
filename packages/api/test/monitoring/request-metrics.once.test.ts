import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { exchange } from '../http/raw-http.ts';
import { type Store, startStore } from '../store.ts';
import { inFlight, requestsOf, sampled, scrape } from './scraped.ts';

/** Sends the head of a request that adds a plant; resolves once the server waits for its body of nine bytes. */
async function sendHead(store: Store) {
  const token = await store.tokenFor('admin');
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  return socket;
}

test('requests are counted and timed exactly by method, route and status', async () => {
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

test('any number of unknown addresses and methods make one series each', async () => {
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

test('the duration of a request is in seconds', async () => {
  const store = await startStore();
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const socket = await sendHead(store);
  nowMs += 7_000;
  socket.end('{"id":1}\n');
  await vi.waitFor(async () => {
    const metrics = await scrape(store);
    expect(requestsOf(metrics)).toMatchObject({ 'POST /plants 400': 1 });
    const measured = sampled(metrics, 'http_request_duration_seconds_sum', { route: '/plants' });
    expect(measured).toBeCloseTo(7, 9);
  });
});

test('a request whose client disconnects counts as aborted, and is no longer in flight', async () => {
  const store = await startStore();
  const socket = await sendHead(store);
  expect(await inFlight(store)).toBe(2);
  socket.destroy();
  await vi.waitFor(async () => {
    const metrics = await scrape(store);
    expect(requestsOf(metrics)).toMatchObject({ 'POST /plants aborted': 1 });
    expect(sampled(metrics, 'http_requests_in_flight')).toBe(1);
  });
});
