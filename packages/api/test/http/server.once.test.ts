import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { requestsOf, scrape } from '../monitoring/scraped.ts';
import { startStore } from '../store.ts';

test('every answer has the id of its request, or a new one', async () => {
  const { send, url } = await startStore();
  const own = '0af7651916cd43dd8448eb211c80319c';
  expect((await send('/plants', { headers: { 'x-request-id': own } })).headers.get('x-request-id')).toBe(own);
  for (const odd of ['plt_secret', 'a', 'a'.repeat(37), '<script>'])
    expect((await send('/plants', { headers: { 'x-request-id': odd } })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  expect((await fetch(`${url}/nowhere`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('every answer is private to its caller and contains nothing that a browser runs', async () => {
  const { send, post, url } = await startStore();
  for (const answer of [
    await send('/plants/%zz'),
    await send('/plants'),
    await post('{'),
    await fetch(`${url}/x`),
    await fetch(`${url}/healthz`),
  ]) {
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('pages of other origins are refused', async () => {
  const { url, send } = await startStore();
  const preflight = await fetch(`${url}/plants`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.ok).toBe(false);
  const answer = await send('/plants', { headers: { origin: 'http://evil.example' } });
  for (const { headers } of [preflight, answer])
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('each request is logged in JSON without names of plants, tokens and addresses', async () => {
  const lines: string[] = [];
  const { post, send, tokenFor } = await startStore({
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  });
  const token = await tokenFor('admin');
  const answer = await post({ id: 1, name: 'Secretissima' });
  await post({ id: 1, name: 'Secretissima' });
  await send(`/plants/Secretissima?access_token=${token}`);
  await send(`/${token}`, { headers: { authorization: `Bearer ${token}`, 'x-request-id': token } });
  await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(4));
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toContainEqual(
    expect.objectContaining({
      requestId: answer.headers.get('x-request-id'),
      method: 'POST',
      route: '/plants',
      status: 200,
      ms: expect.any(Number),
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  );
  expect(lines.join('')).not.toContain('Secretissima');
  expect(lines.join('')).not.toContain(token);
});

test.for(['/plants', '/trpc/plants.create'])(
  'an incomplete body to %s does not count as an error of the server',
  async (path) => {
    const lines: string[] = [];
    const store = await startStore({
      logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    });
    const { url, tokenFor } = store;
    const request = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('admin')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(request.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    await once(socket, 'data');
    socket.destroy();
    await vi.waitFor(async () =>
      expect(Object.keys(requestsOf(await scrape(store)))).toContainEqual(expect.stringMatching(/ aborted$/)),
    );
    expect(lines.join('')).not.toContain('"level":50');
  },
);

test('this server serves all files of the reference at /docs', async () => {
  const { url } = await startStore();
  const page = await fetch(`${url}/docs`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).not.toContain("script-src 'unsafe-inline'");
  const html = await page.text();
  expect(html).not.toMatch(/https?:\/\//);
  expect(html).not.toMatch(/<script>|<style>/);
  const parts = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, part]) => part);
  expect(parts.length).toBeGreaterThanOrEqual(4);
  for (const part of parts) expect((await fetch(new URL(part ?? '', page.url))).status).toBe(200);
});
