import { sessions, tokens } from '@plant-store/db';
import { expect, test } from 'vitest';
import { skipSeconds, stopClock } from '../clock.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc-client.ts';

const signIn = async (url: string, token: string) => {
  const { secret, expiresAt } = await trpcClient(url, token).session.start.mutate();
  return { cookie: `other=1; plant-store-session=${secret}`, expiresAt };
};

test('a token is exchanged for a session, which may do what the token may', async () => {
  stopClock();
  const { url, tokenFor } = await startStore();
  const { cookie, expiresAt } = await signIn(url, await tokenFor('plants:read'));
  expect(expiresAt).toEqual(new Date(Date.now() + 30 * 24 * 3600_000));
  const client = trpcClient(url, { cookie });
  expect(await client.session.get.query()).toMatchObject({ scopes: ['plants:read'] });
  expect(await client.plants.list.query({})).toEqual({ items: [] });
  await expect(client.plants.create.mutate({ id: 1n, name: 'x' })).rejects.toMatchObject({
    data: { error: 40300 },
  });
});

test('a session ends when it is ended, and within a second when its token is revoked', async () => {
  const { url, db, tokenFor } = await startStore();
  const first = trpcClient(url, { cookie: (await signIn(url, await tokenFor('admin'))).cookie });
  await first.session.get.query();
  await first.session.end.mutate();
  const { value } = await tokens.create(db, { name: 'till', scopes: ['admin'] });
  const second = trpcClient(url, { cookie: (await signIn(url, value)).cookie });
  await second.session.get.query();
  await tokens.revoke(db, 'till');
  skipSeconds(1);
  await expect(first.session.get.query()).rejects.toMatchObject({ data: { error: 40101 } });
  await expect(second.session.get.query()).rejects.toMatchObject({ data: { error: 40102 } });
});

test('the session of a token that expires ends with it', async () => {
  const { url, db } = await startStore();
  const tomorrow = new Date(Date.now() + 24 * 3600_000);
  const { value } = await tokens.create(db, { name: 'short', scopes: ['admin'], expiresAt: tomorrow });
  expect((await signIn(url, value)).expiresAt).toEqual(tomorrow);
});

test.each([
  // As browsers ask a store without TLS.
  ['GET', {}, 200],
  ['GET', { origin: 'http://evil.example' }, 401],
  ['GET', { 'sec-fetch-site': 'cross-site' }, 401],
  ['GET', { 'sec-fetch-site': 'same-site' }, 401],
  ['GET', { 'sec-fetch-site': 'none' }, 200],
  ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
  ['POST', {}, 401],
  ['POST', { origin: 'http://evil.example' }, 401],
  ['POST', { origin: 'null' }, 401],
  ['POST', { origin: 'our own' }, 200],
  ['POST', { 'sec-fetch-site': 'cross-site' }, 401],
  ['POST', { 'sec-fetch-site': 'same-site' }, 401],
  ['POST', { 'sec-fetch-site': 'none' }, 401],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' }, 401],
  ['POST', { 'sec-fetch-site': 'same-origin' }, 200],
])(
  'REST takes a session only where what the browser says shows that no other page asks: %s %o',
  async (method, headers, status) => {
    const { url, tokenFor } = await startStore();
    const { cookie } = await signIn(url, await tokenFor('admin'));
    const body = method === 'POST' ? { body: '{"id":1,"name":"Fern"}' } : {};
    const answer = await fetch(`${url}/plants`, {
      method,
      // What fetch is given it sends, but for names that browsers keep to themselves.
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(headers as Record<string, string>),
        ...('origin' in headers && headers.origin === 'our own' && { origin: url }),
      },
      ...body,
    });
    expect(answer.status).toBe(status);
  },
);

test.each([
  ['GET', {}, 200],
  ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
  ['GET', { 'sec-fetch-site': 'cross-site' }, 401],
  ['GET', { origin: 'http://evil.example' }, 401],
  ['POST', {}, 401],
  ['POST', { 'sec-fetch-site': 'none' }, 401],
  ['POST', { 'sec-fetch-site': 'same-site' }, 401],
  ['POST', { 'sec-fetch-site': 'same-origin' }, 200],
  ['POST', { origin: 'our own' }, 200],
  ['POST', { origin: 'our own', 'sec-fetch-site': 'cross-site' }, 401],
  ['POST', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 401],
])('tRPC takes a session only from a page of the store: %s %o', async (method, sent, status) => {
  const { url, tokenFor } = await startStore();
  const { cookie } = await signIn(url, await tokenFor('admin'));
  const headers: Record<string, string> = { cookie, 'content-type': 'application/json', ...sent };
  if (headers.origin === 'our own') headers.origin = url;
  const [path, body] =
    method === 'POST'
      ? ['plants.create', '{"json":{"id":"1","name":"Fern"},"meta":{"values":{"id":["bigint"]}}}']
      : ['plants.nextFreeId', undefined];
  const answer = await fetch(`${url}/trpc/${path}`, { method, headers, ...(body && { body }) });
  expect(answer.status).toBe(status);
});

test.for([
  ['http', 'http', true],
  ['http', 'https', false],
  ['https', 'https', true],
  ['https', 'http', false],
] as const)('a session over %s is believed for a page of %s: %s', async ([protocol, page, isBelieved]) => {
  const { url, tokenFor } = await startStore();
  const plain = (await signIn(url, await tokenFor('admin'))).cookie;
  const cookie = `${plain}; __Host-${plain.slice(plain.indexOf('plant-store'))}`;
  const headers = { cookie, origin: `${page}://shop.example`, 'x-forwarded-proto': protocol };
  const asked = { headers: { ...headers, 'x-forwarded-host': 'shop.example' } };
  expect((await fetch(`${url}/trpc/plants.nextFreeId`, asked)).status).toBe(isBelieved ? 200 : 401);
  expect((await fetch(`${url}/plants`, asked)).status).toBe(isBelieved ? 200 : 401);
});

test('a session begins no other session, whose secret a script of the page could read', async () => {
  const { url, tokenFor } = await startStore();
  const { cookie } = await signIn(url, await tokenFor('admin'));
  await expect(trpcClient(url, { cookie }).session.start.mutate()).rejects.toMatchObject({
    data: { error: 40100 },
  });
});

test('of two cookies the last is the session, as it is to the web: a longer path comes first', async () => {
  const { url, tokenFor } = await startStore();
  const ours = (await signIn(url, await tokenFor('plants:read'))).cookie;
  const theirs = (await signIn(url, await tokenFor('plants:write'))).cookie;
  const client = trpcClient(url, { cookie: `${theirs}; ${ours}` });
  expect(await client.session.get.query()).toMatchObject({ scopes: ['plants:read'] });
});

test('a session is not believed when a page of another site asks', async () => {
  const { url, tokenFor } = await startStore();
  const { cookie } = await signIn(url, await tokenFor('admin'));
  const host = new URL(url).host;
  const asked = (headers: Record<string, string>) =>
    trpcClient(url, { cookie, ...headers }).session.get.query();
  await expect(asked({ origin: 'http://evil.example' })).rejects.toMatchObject({ data: { error: 40100 } });
  await expect(asked({ origin: 'null' })).rejects.toMatchObject({ data: { error: 40100 } });
  await expect(asked({ origin: `http://${host}` })).resolves.toBeDefined();
  await expect(
    asked({ origin: 'http://shop.example', 'x-forwarded-host': 'shop.example' }),
  ).resolves.toBeDefined();
});

test.for([false as const, ['127.0.0.2']])(
  'what was asked for is not believed from who is not a proxy that is trusted (%s)',
  async (trustProxy) => {
    const { url, tokenFor } = await startStore({ trustProxy });
    const { cookie } = await signIn(url, await tokenFor('admin'));
    const headers = { cookie, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    await expect(trpcClient(url, headers).session.get.query()).rejects.toMatchObject({
      data: { error: 40100 },
    });
  },
);

test('over TLS only the cookie is believed that no other host, and no page without TLS, can set', async () => {
  const { url, tokenFor } = await startStore();
  const plain = (await signIn(url, await tokenFor('plants:read'))).cookie;
  const secure = plain.replace('plant-store-session', '__Host-plant-store-session');
  const asked = (cookie: string, proto: string) =>
    trpcClient(url, { cookie, 'x-forwarded-proto': proto }).session.get.query();
  await expect(asked(plain, 'https')).rejects.toMatchObject({ data: { error: 40100 } });
  await expect(asked(secure, 'https')).resolves.toBeDefined();
  await expect(asked(`${secure}; plant-store-session=made-up`, 'https')).resolves.toBeDefined();
  await expect(asked(plain, 'http')).resolves.toBeDefined();
});

test('a secret that was made up is no session', async () => {
  const { url, db, tokenFor } = await startStore();
  await signIn(url, await tokenFor('admin'));
  expect(await sessions.find(db, 'made-up')).toBeUndefined();
  const client = trpcClient(url, { cookie: 'plant-store-session=made-up' });
  await expect(client.session.get.query()).rejects.toMatchObject({
    message: expect.stringContaining('sign in again'),
    data: { error: 40101, httpStatus: 401 },
  });
});
