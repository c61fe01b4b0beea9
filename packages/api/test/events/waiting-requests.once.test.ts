import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { skipSeconds } from '../clock.ts';
import { requestsOf, sampled, scrape } from '../monitoring/scraped.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import { created, fern, follow, untilWaiting } from './followers.ts';

test('a wait without an event ends with an empty page, whose Link leads past other entries', async () => {
  const store = await startStore();
  const { answer } = await follow(store);
  skipSeconds(31);
  const { status, headers, body } = await answer;
  expect([status, body, headers.get('link')]).toEqual([200, [], expect.stringContaining('after=')]);
});

test('a request with events before the end, or without wait, is answered at once', async () => {
  const store = await startStore();
  const start = (await store.send('/events')).headers.get('link') ?? '';
  await store.post(fern(1));
  const after = /after=([\w-]+)/.exec(start)?.[1];
  const body = await (await store.send(`/events?wait=30&after=${after}`)).json();
  expect(body).toEqual([created(1)]);
});

test('a caller has 20 waiting requests; the next is answered at once, until a client disconnects', async () => {
  const store = await startStore();
  const followers = [];
  for (let others = 0; others < 20; others++) followers.push(await follow(store, { others }));
  expect(await (await store.send('/events?wait=30')).json()).toEqual([]);
  followers[0]?.leave();
  await untilWaiting(store, 19);
  const { answer } = await follow(store, { others: 19 });
  await store.post(fern(1));
  expect((await answer).body).toEqual([created(1)]);
});

test('a waiting request counts neither as in flight nor with its wait as a slow answer', async () => {
  const lines: string[] = [];
  const store = await startStore({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  const { answer } = await follow(store);
  expect(sampled(await scrape(store), 'http_requests_in_flight')).toBe(1);
  skipSeconds(31);
  await answer;
  await expect.poll(async () => requestsOf(await scrape(store))).toMatchObject({ 'GET /events 200': 1 });
  const labels = { route: '/events' };
  expect(sampled(await scrape(store), 'http_request_duration_seconds_sum', labels)).toBeLessThan(31);
  const line = lines.map((text) => JSON.parse(text)).find(({ route }) => route === '/events');
  expect([line.ms < 31_000, line.waitedMs > 30_000]).toEqual([true, true]);
});

test('HEAD waits as GET does; a request behind it on the connection gets its answer after it', async () => {
  const store = await startStore();
  const token = await store.tokenFor('plants:read');
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  const line = (text: string) => `${text} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  socket.write(line('HEAD /events?wait=30') + line('GET /plants/1'));
  await untilWaiting(store, 1);
  await store.post(fern(1));
  let received = '';
  for await (const text of socket) {
    received += text;
    if (received.split('HTTP/1.1 ').length > 2) break;
  }
  expect(received).toMatch(/^HTTP\/1\.1 200[\s\S]*link: <\/events[\s\S]*HTTP\/1\.1 404/i);
});

test('a call of tRPC waits too, but not in a batch', async () => {
  const store = await startStore();
  const token = await store.tokenFor('plants:read');
  const answer = trpcClient(store.url, token).events.list.query({ wait: 30 });
  await untilWaiting(store, 1);
  await store.post(fern(1));
  expect((await answer).items).toEqual([expect.objectContaining({ id: 1n, type: 'plant.created' })]);
  const input = encodeURIComponent(JSON.stringify({ 0: { json: { wait: 1 } }, 1: { json: {} } }));
  const batch = await store.send(`/trpc/events.list,plants.list?batch=1&input=${input}`);
  expect(await batch.json()).toEqual([
    {
      error: {
        json: expect.objectContaining({ message: expect.stringMatching(/^wait must be 0 in a batch/) }),
      },
    },
    { result: expect.anything() },
  ]);
});
