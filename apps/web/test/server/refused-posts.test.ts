import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusalOf, refusePost } from '../../src/server/refused-posts.ts';

type Headers = Record<string, string>;

/** Posts to a server with only this guard. Resolves to its answer and its log. */
async function post(headers: Headers, { method = 'POST', body = 'a=b' } = {}) {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request);
    if (refusal) refusePost(response, refusal);
    else request.resume().once('end', () => response.end('taken'));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method, headers: { host: 'plants.example', ...headers } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer), lines };
}

test.each<[string, Headers]>([
  ['a program', {}],
  ['a page of the store', { origin: 'https://plants.example' }],
  [
    'a page of the store behind a proxy',
    { origin: 'https://shop.example', 'x-forwarded-host': 'shop.example, x' },
  ],
  ['an older browser', { 'sec-fetch-site': 'same-origin' }],
  ['a script of Next', { origin: 'https://plants.example', 'next-action': '60'.repeat(21) }],
])('a post of %s is accepted', async (_who, headers) => {
  expect(await post(headers)).toMatchObject({ status: 200, text: 'taken', lines: [] });
});

test.each<[string, Headers]>([
  ['a page of another site', { origin: 'https://evil.example' }],
  ["a page with a host name that ends like the store's", { origin: 'https://evil-plants.example' }],
  ['another port of this host', { origin: 'https://plants.example:8443' }],
  ['a page in a sandbox', { origin: 'null' }],
  ['a page with a malformed Origin', { origin: 'plants.example' }],
  ['a page without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another host of the site', { 'sec-fetch-site': 'same-site' }],
])('403 for a post of %s, with advice', async (_who, headers) => {
  const { status, text } = await post(headers);
  expect([status, text]).toEqual([403, expect.stringContaining('Open the plant store itself')]);
});

const proxied = { host: '127.0.0.1:3000', 'x-forwarded-proto': 'https', origin: 'https://plants.example' };
const hostLine =
  'adds this line to nginx: "proxy_set_header Host $http_host;". docs/deploy.md has the lines for other proxies.';

test.each<[string, Headers, string]>([
  ['its own Host', proxied, 'asked for 127.0.0.1:3000. Whoever'],
  ['its own X-Forwarded-Host', { ...proxied, 'x-forwarded-host': 'web' }, 'asked for web. Whoever'],
  [
    'a Host without the port',
    { ...proxied, host: 'plants.example', origin: 'https://plants.example:8443' },
    'asked for plants.example. Whoever',
  ],
  ['a Host of odd text', { ...proxied, 'x-forwarded-host': 'w\x9b31m' }, 'asked for w??31m. Whoever'],
])('403 behind a proxy with %s names both addresses and the line to add', async (_what, headers, cause) => {
  const { status, text, lines } = await post(headers);
  expect(status).toBe(403);
  for (const told of [text, lines.join()]) {
    expect(told).toContain(
      'Open the plant store itself, and send it from there. If you did: your browser is at ',
    );
    expect(told).toContain(` is at ${headers.origin}, but the proxy before the store ${cause}`);
    expect(told).toContain(hostLine);
  }
});

test('403 blames the proxy alone if the browser itself calls the page its own', async () => {
  const { text } = await post({ ...proxied, 'sec-fetch-site': 'same-origin' });
  expect(text).toMatch(
    /^The store refused this: your browser is at https:\/\/plants\.example, but the proxy /,
  );
});

test('403 behind a TLS proxy without X-Forwarded-Proto, as every later change would be refused', async () => {
  const { status, text } = await post({ ...proxied, host: 'plants.example', 'x-forwarded-proto': 'http' });
  expect(status).toBe(403);
  expect(text).toContain(
    'is at https://plants.example, but the proxy before the store does not say that it uses TLS',
  );
  expect(text).toContain('"proxy_set_header X-Forwarded-Proto $scheme;"');
});

test('403 names both lines behind a TLS proxy that changes the host and sends no scheme', async () => {
  const { text } = await post({ ...proxied, 'x-forwarded-proto': 'http' });
  expect(text).toContain(
    'adds these lines to nginx: "proxy_set_header Host $http_host;" and "proxy_set_header X-Forwarded-Proto $scheme;".',
  );
});

test.each(['plants.example:443', 'Plants.Example', 'plants.example, inner:3000'])(
  'a post behind a proxy that sends the host as %s is accepted',
  async (host) => {
    expect(await post({ ...proxied, 'x-forwarded-host': host })).toMatchObject({ status: 200 });
  },
);

test('413 for a form of more than 64 KiB, 411 for an unknown length', async () => {
  expect(await post({}, { body: 'a'.repeat(65_536) })).toMatchObject({ status: 200 });
  expect(await post({ 'content-length': '65537' }, { body: 'a'.repeat(65_537) })).toMatchObject({
    status: 413,
    text: expect.stringContaining('shorten it'),
  });
  expect(await post({ 'transfer-encoding': 'chunked' })).toMatchObject({ status: 411 });
});

test('400 for an invalid action, whose name could contain terminal escapes', async () => {
  for (const action of ['nonsense', '\x9b31mred', ''])
    expect(await post({ 'next-action': action })).toMatchObject({ status: 400 });
});

test('a refusal logs one line without input, and its answer cannot be cached or framed', async () => {
  const { lines, headers } = await post({ origin: 'https://evil.example/\x9b31m' });
  expect(lines).toEqual([expect.stringMatching(/^A post to a page was refused with 403: [ -~]+\n$/)]);
  expect(lines.join()).not.toContain('evil');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('a GET from any site is accepted, so that other sites may link to the store', async () => {
  const link = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await post(link, { method: 'GET', body: '' })).toMatchObject({ status: 200 });
});
