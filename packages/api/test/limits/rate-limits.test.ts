import { scopes } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { stopClock } from '../clock.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

const bulkReads =
  'read many plants with one request: GET /plants takes limit=200, and GET /plants/export returns all plants of a filter';
const bulkWrites =
  'write many plants with one request: POST /plants/bulk takes 1,000 plants, and POST /imports takes a file of any size';

const limitsOf = ({ status, headers }: Response) => ({
  status,
  policy: headers.get('ratelimit-policy'),
  state: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
});

test('answers give the remaining reads and writes of this minute separately', async () => {
  stopClock();
  const { send, post } = await startStore({ limits: { reads: 10, writes: 5 } });
  const reads = (left: number) => ({
    policy: '"reads";q=10;w=60',
    state: `"reads";r=${left};t=40`,
    retryAfter: null,
  });
  expect(limitsOf(await send('/plants'))).toEqual({ status: 200, ...reads(9) });
  expect(limitsOf(await send('/plants', { method: 'HEAD' }))).toEqual({ status: 200, ...reads(8) });
  expect(limitsOf(await send('/plants/1'))).toEqual({ status: 404, ...reads(7) });
  expect(limitsOf(await send('/nowhere'))).toEqual({ status: 404, ...reads(6) });
  const writes = { policy: '"writes";q=5;w=60', retryAfter: null };
  expect(limitsOf(await post({ id: 1, name: 'Fern' }))).toEqual({
    status: 200,
    ...writes,
    state: '"writes";r=4;t=40',
  });
  expect(limitsOf(await post({ id: 1 }))).toEqual({ status: 400, ...writes, state: '"writes";r=3;t=40' });
});

test('429 above the limit, with the limit and a time to retry, and no change of the store', async () => {
  const clock = stopClock();
  const { send, post, rows } = await startStore({ limits: { writes: 2 } });
  for (const id of [1, 2]) expect((await post({ id, name: 'Fern' })).status).toBe(200);
  clock.pass(10);
  const refused = await post({ id: 3, name: 'Fern' });
  expect(limitsOf(refused)).toEqual({
    status: 429,
    policy: '"writes";q=2;w=60',
    state: '"writes";r=0;t=30',
    retryAfter: '30',
  });
  expect(await refused.json()).toEqual({
    error: 42900,
    message: `"test 0" may send 2 writes a minute, and sent more; try again in 30 seconds, or ${bulkWrites}`,
  });
  expect(await rows('SELECT id FROM plants')).toHaveLength(2);
  expect((await send('/plants')).status).toBe(200);
  clock.pass(30);
  expect((await post({ id: 3, name: 'Fern' })).status).toBe(200);
});

test('a bulk request and an import of 100 plants count as one write each', async () => {
  stopClock();
  const { send } = await startStore({ limits: { writes: 3 } });
  const ids = Array.from({ length: 100 }, (_, index) => index);
  const plants = ids.map((id) => ({ id, name: 'Fern' }));
  const bulk = {
    method: 'POST',
    body: JSON.stringify({ plants }),
    headers: { 'content-type': 'application/json' },
  };
  expect(limitsOf(await send('/plants/bulk', bulk))).toMatchObject({
    status: 200,
    state: '"writes";r=2;t=40',
  });
  const body = `id,name\n${ids.map((id) => `${id + 100},Fern`).join('\n')}\n`;
  const file = { method: 'POST', body, headers: { 'content-type': 'text/csv' } };
  expect(limitsOf(await send('/imports', file))).toMatchObject({ status: 200, state: '"writes";r=1;t=40' });
});

test('a token has its own limit, which its sessions share', async () => {
  stopClock();
  const { url, tokenFor } = await startStore({ limits: { reads: 3, writes: 10 } });
  const [one, other] = [await tokenFor(...scopes), await tokenFor(...scopes)];
  const { secret } = await trpcClient(url, one).session.start.mutate();
  const session = trpcClient(url, { cookie: `plant-store-session=${secret}` });
  await trpcClient(url, one).plants.list.query({});
  await session.plants.list.query({});
  await session.session.get.query();
  await expect(trpcClient(url, one).plants.list.query({})).rejects.toMatchObject({
    message: `"test 1" may send 3 reads a minute, and sent more; try again in 40 seconds, or ${bulkReads}`,
    data: { error: 42900, httpStatus: 429, code: 'TOO_MANY_REQUESTS' },
  });
  await expect(trpcClient(url, other).plants.list.query({})).resolves.toBeDefined();
});

test('each procedure of a tRPC batch counts, and a refusal has Retry-After', async () => {
  stopClock();
  const { send } = await startStore({ limits: { reads: 10 } });
  const ask = () =>
    send('/trpc/session.get,session.get,session.get,session.get?batch=1&input=%7B%7D').then(limitsOf);
  expect((await ask()).state).toBe('"reads";r=6;t=40');
  expect((await ask()).state).toBe('"reads";r=2;t=40');
  expect(await ask()).toMatchObject({ status: 429, state: '"reads";r=0;t=40', retryAfter: '40' });
  expect((await send('/plants')).headers.get('ratelimit')).toBe('"reads";r=1;t=40');
});

test('an address has a limit for all its callers, except for routes about the server', async () => {
  stopClock();
  const { url, tokenFor, send } = await startStore({ limits: { addressReads: 5, reads: 100 } });
  const fetchAs = (token: string) =>
    fetch(`${url}/plants`, { headers: { authorization: `Bearer ${token}` } }).then(limitsOf);
  const policy = '"address-reads";q=5;w=60';
  expect(await fetchAs(await tokenFor('plants:read'))).toMatchObject({ status: 200, policy });
  expect((await fetch(`${url}/plants`)).status).toBe(401);
  expect(limitsOf(await fetch(`${url}/openapi.json`))).toMatchObject({ status: 200, policy });
  expect((await fetchAs('x'.repeat(40))).status).toBe(401);
  expect((await fetchAs(await tokenFor('plants:read'))).state).toBe('"address-reads";r=0;t=40');
  for (const ask of [send('/plants'), fetch(`${url}/docs`), fetch(`${url}/plants`)]) {
    const refused = await ask;
    expect(limitsOf(refused)).toMatchObject({ status: 429, policy, retryAfter: '40' });
    expect(await refused.json()).toEqual({
      error: 42900,
      message: `127.0.0.1 may send 5 reads a minute, and sent more; try again in 40 seconds, or ${bulkReads}`,
    });
  }
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const answer = await send(path);
    expect(limitsOf(answer)).toEqual({ status: 200, policy: null, state: null, retryAfter: null });
  }
});

test('without rate limits, answers have no rate limit headers', async () => {
  const { send } = await startStore();
  expect(limitsOf(await send('/plants'))).toEqual({
    status: 200,
    policy: null,
    state: null,
    retryAfter: null,
  });
});

/** The statuses of successive requests with these X-Forwarded-For headers. An address may read twice. */
async function statusesFor(trustProxy: string[] | false, addresses: string[]): Promise<number[]> {
  stopClock();
  const { send } = await startStore({ trustProxy, limits: { addressReads: 2 } });
  const statuses: number[] = [];
  for (const address of addresses)
    statuses.push((await send('/plants', { headers: { 'x-forwarded-for': address } })).status);
  return statuses;
}

test.for([false as const, ['127.0.0.2', '10.0.0.0/8']])(
  'an address from an untrusted proxy is ignored (trusted: %s)',
  async (trustProxy) => {
    expect(await statusesFor(trustProxy, ['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 200, 429]);
  },
);

test('an address of a trusted proxy counts, and an address that the client claims does not', async () => {
  expect(
    await statusesFor(
      ['loopback'],
      [
        ...['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
        ...['198.51.100.1, 192.0.2.2', '198.51.100.2, 192.0.2.2', '192.0.2.2, 192.0.2.4'],
      ],
    ),
  ).toEqual([200, 200, 429, 200, 200, 429, 200]);
});

test('the address of the client comes from the first of several trusted proxies', async () => {
  expect(
    await statusesFor(
      ['loopback', '10.0.0.5'],
      ['192.0.2.1, 10.0.0.5', '192.0.2.1, 10.0.0.5', '192.0.2.1, 10.0.0.5', '192.0.2.2, 10.0.0.5'],
    ),
  ).toEqual([200, 200, 429, 200]);
});

test.for([
  ['all of an IPv6 /64', '2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:0db8::7:1:2:3:4'],
  ['an IPv4 address in either notation', '192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7'],
  ['any text that is not an address', 'unknown', '', 'x'.repeat(1_000)],
])('%s is one address', async ([, ...addresses]) => {
  expect(await statusesFor(['loopback'], [...addresses, '2001:db8:0:8::1'])).toEqual([200, 200, 429, 200]);
});
