import { expect, test } from 'vitest';
import { shareStore, startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { startSession } from './session-store.ts';

const sharedStore = shareStore((start) => start());
let nextId = 1;

test.each([
  // The headers of browsers on a store without TLS.
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
])('REST accepts a session only from a page of the store: %s %o', async (method, headers, status) => {
  const { url, tokenFor } = await sharedStore();
  const { cookie } = await startSession(url, await tokenFor('admin'));
  const body = method === 'POST' ? { body: `{"id":${nextId++},"name":"Fern"}` } : {};
  const answer = await fetch(`${url}/plants`, {
    method,
    // Browsers reserve some of these headers, which fetch does not send.
    headers: {
      cookie,
      'content-type': 'application/json',
      ...(headers as Record<string, string>),
      ...('origin' in headers && headers.origin === 'our own' && { origin: url }),
    },
    ...body,
  });
  expect(answer.status).toBe(status);
});

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
])('tRPC accepts a session only from a page of the store: %s %o', async (method, sent, status) => {
  const { url, tokenFor } = await sharedStore();
  const { cookie } = await startSession(url, await tokenFor('admin'));
  const headers: Record<string, string> = { cookie, 'content-type': 'application/json', ...sent };
  if (headers.origin === 'our own') headers.origin = url;
  const [path, body] =
    method === 'POST'
      ? ['plants.create', `{"json":{"id":"${nextId++}","name":"Fern"},"meta":{"values":{"id":["bigint"]}}}`]
      : ['plants.freeIds', undefined];
  const answer = await fetch(`${url}/trpc/${path}`, { method, headers, ...(body && { body }) });
  expect(answer.status).toBe(status);
});

test.for([
  ['http', 'http', true],
  ['http', 'https', false],
  ['https', 'https', true],
  ['https', 'http', false],
] as const)('a session over %s is accepted from a page of %s: %s', async ([protocol, page, isBelieved]) => {
  const { url, tokenFor } = await sharedStore();
  const plain = (await startSession(url, await tokenFor('admin'))).cookie;
  const cookie = `${plain}; __Host-${plain.slice(plain.indexOf('plant-store'))}`;
  const headers = { cookie, origin: `${page}://shop.example`, 'x-forwarded-proto': protocol };
  const asked = { headers: { ...headers, 'x-forwarded-host': 'shop.example' } };
  expect((await fetch(`${url}/trpc/plants.freeIds`, asked)).status).toBe(isBelieved ? 200 : 401);
  expect((await fetch(`${url}/plants`, asked)).status).toBe(isBelieved ? 200 : 401);
});

test('a session is refused for a page of another site', async () => {
  const { url, tokenFor } = await sharedStore();
  const { cookie } = await startSession(url, await tokenFor('admin'));
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
  'X-Forwarded headers of an untrusted proxy are ignored (trusted: %s)',
  async (trustProxy) => {
    const { url, tokenFor } = await startStore({ trustProxy });
    const { cookie } = await startSession(url, await tokenFor('admin'));
    const headers = { cookie, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    await expect(trpcClient(url, headers).session.get.query()).rejects.toMatchObject({
      data: { error: 40100 },
    });
  },
);

test('over TLS only the __Host- cookie is accepted, which no other host can set', async () => {
  const { url, tokenFor } = await sharedStore();
  const plain = (await startSession(url, await tokenFor('plants:read'))).cookie;
  const secure = plain.replace('plant-store-session', '__Host-plant-store-session');
  const asked = (cookie: string, proto: string) =>
    trpcClient(url, { cookie, 'x-forwarded-proto': proto }).session.get.query();
  await expect(asked(plain, 'https')).rejects.toMatchObject({ data: { error: 40100 } });
  await expect(asked(secure, 'https')).resolves.toBeDefined();
  await expect(asked(`${secure}; plant-store-session=made-up`, 'https')).resolves.toBeDefined();
  await expect(asked(plain, 'http')).resolves.toBeDefined();
});
