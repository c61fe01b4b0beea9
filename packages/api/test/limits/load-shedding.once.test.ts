import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ann, startWithOwner } from '../procedures/accounts/people-store.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import { beginPost, postFrom, progress } from './slow-clients.ts';

const many = 1_001;
const share = 100;
const other = '203.0.113.7';

test.for([
  ['reader', 'POST /trpc/plants.list', 'plants:read', '/trpc/plants.list'],
  ['writer', 'POST /trpc/plants.createMany', 'plants:write', '/trpc/plants.createMany'],
] as const)(
  'a %s that declares 17 bodies of 2 MiB for %s and sends none does not block others',
  async ([, , scope, path]) => {
    const store = await startStore();
    const token = await store.tokenFor(scope);
    const length = 2 * 1024 * 1024;
    for (let count = 0; count < 17; count++) beginPost(store, { path, token, network: '192.0.2.1', length });
    const isRead = scope === 'plants:read';
    await expect.poll(() => progress(store)).toEqual({ refused: 0, held: isRead ? 0 : 17 });
    expect((await postFrom(store, other, await store.tokenFor('plants:write'), 1)).status).toBe(200);
  },
);

test.for([
  [many, 'one token on one network', 'network', 1, 1],
  [150, 'one token on eleven networks', 'caller', 1, 11],
  [150, 'eleven tokens on one network', 'network', 11, 1],
] as const)(
  `%i requests of %s that never send their bodies use ${share} slots; others are answered 200`,
  async ([count, , bound, tokensCount, networksCount]) => {
    const store = await startStore();
    const tokens = await Promise.all(
      Array.from({ length: tokensCount }, () => store.tokenFor('plants:write')),
    );
    for (let n = 0; n < count; n++)
      beginPost(store, { token: tokens[n % tokensCount], network: `192.0.2.${n % networksCount}` });
    const labels = { routes: 'token', bound, of: 'requests' };
    await expect.poll(() => progress(store, labels)).toEqual({ refused: count - share, held: share });
    expect((await postFrom(store, other, await store.tokenFor('plants:write'), 1)).status).toBe(200);
    const refused = await postFrom(store, '192.0.2.0', tokens[0] as string, 2);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({
      error: 50300,
      message: expect.stringMatching(
        bound === 'network'
          ? /^too many requests from 192\.0\.2\.0 are in progress; one network may have 100 incomplete or unread, and 900 in total;/
          : /^too many requests from "test \d+" are in progress; one caller may have 100 incomplete or unread, and 900 in total;/,
      ),
    });
  },
);

test(`${many} sign-ins without a body from a network use at most ${share} slots; others can sign in`, async () => {
  const store = await startWithOwner();
  for (let n = 0; n < many; n++) beginPost(store, { path: '/trpc/session.signIn', network: '192.0.2.1' });
  await expect
    .poll(() => progress(store, { routes: 'public', bound: 'network', of: 'requests' }))
    .toEqual({ refused: many - share, held: share });
  const signIn = trpcClient(store.url, { 'x-forwarded-for': other }).session.signIn;
  await expect(signIn.mutate({ login: ann.email, password: ann.password })).resolves.toBeDefined();
});

test('a caller with unread answers on a connection uses at most a tenth of the slots', async () => {
  const store = await startStore();
  const token = await store.tokenFor('plants:read', 'plants:write');
  const request = `GET /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
  const socket = beginPost(store, { token, network: '192.0.2.1', length: 0 }).pause();
  socket.write(request.repeat(20_000));
  await expect.poll(async () => (await progress(store)).refused).toBeGreaterThan(0);
  expect((await postFrom(store, other, await store.tokenFor('plants:write'), 1)).status).toBe(200);
});

test('503 for a body that exceeds the memory of its caller; the bodies of others arrive', async () => {
  const store = await startStore();
  const token = await store.tokenFor('plants:write');
  const path = '/trpc/plants.createMany';
  const length = 2 * 1024 * 1024;
  const half = '{"json":'.padEnd(length - 1);
  const first = beginPost(store, { path, token, network: '192.0.2.1', length, sent: half });
  const second = beginPost(store, { path, token, network: '192.0.2.2', length, sent: half });
  const refused = await Promise.race([once(first, 'data'), once(second, 'data')]);
  expect(String(refused)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*"error":50300/is);
  expect(String(refused)).toContain('too many bytes of request bodies');
  expect(await progress(store, { routes: 'token', bound: 'caller', of: 'bytes' })).toMatchObject({
    refused: 1,
  });
  expect((await postFrom(store, other, await store.tokenFor('plants:write'), 1)).status).toBe(200);
});

test('once a minute the log names a caller that is refused for overload', async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const store = await startStore({ logger });
  const token = await store.tokenFor('plants:write');
  for (let n = 0; n < share + 20; n++) beginPost(store, { token, network: '192.0.2.1' });
  await expect.poll(() => progress(store)).toEqual({ refused: 20, held: share });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      routes: 'token',
      bound: 'network',
      of: 'requests',
      network: '192.0.2.1',
      msg: 'requests are refused with 503: one client has too much in progress',
    }),
  ]);
});
