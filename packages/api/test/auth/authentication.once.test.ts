import { newToken, tokens } from '@plant-store/db';
import { expect, test, vi } from 'vitest';
import { skipSeconds } from '../clock.ts';
import { exchange } from '../http/raw-http.ts';
import { inFlight } from '../monitoring/scraped.ts';
import { shareStore, startStore } from '../store.ts';

const json = { 'content-type': 'application/json' };

const sharedStore = shareStore((start) => start());

test('401 and a challenge for a request without a token', async () => {
  const { url } = await sharedStore();
  const answer = await fetch(`${url}/plants`, { method: 'POST', headers: json, body: '{"id":1,"name":"x"}' });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="plant-store"');
  expect(await answer.json()).toEqual({ error: 40100, message: expect.stringContaining('bearer token') });
});

test.for(['Basic eDp5', 'Bearer', 'Bearer ', 'Bearerplt_x', 'plt_x', 'Bearer a b'])(
  '401 for a request with the Authorization "%s"',
  async (authorization) => {
    const { url } = await sharedStore();
    const answer = await fetch(`${url}/plants`, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(((await answer.json()) as { error: number }).error).toBe(40100);
  },
);

test.for([newToken(), 'plt_short', `${newToken()}x`, 'x'.repeat(32), 'x'.repeat(5_000), 'ü'.repeat(32)])(
  '401 invalid_token for %s',
  async (token) => {
    const { url } = await sharedStore();
    const { status, head, body } = await exchange(
      url,
      `GET /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    expect(status).toBe(401);
    expect(head).toContain('Bearer realm="plant-store", error="invalid_token"');
    expect(JSON.parse(body)).toEqual({ error: 40101, message: expect.any(String) });
  },
);

test('the error distinguishes a mistyped token from a token of another store', async () => {
  const { url } = await sharedStore();
  const messageFor = async (token: string) => {
    const answer = await fetch(`${url}/plants`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { message: string }).message;
  };
  const token = newToken();
  expect(await messageFor(token)).toContain('is unknown to this store');
  const typo = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21);
  expect(await messageFor(typo)).toContain('check that you copied all of it');
});

test('the scheme of Authorization is accepted in any case (RFC 6750 by way of RFC 9110)', async () => {
  const { url, tokenFor } = await sharedStore();
  const token = await tokenFor('plants:read');
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await fetch(`${url}/plants`, { headers: { authorization: `${scheme} ${token}` } })).status).toBe(
      200,
    );
});

test('a token in the query string is never read', async () => {
  const { url, tokenFor } = await sharedStore();
  const token = await tokenFor('admin');
  expect((await fetch(`${url}/plants?access_token=${token}&token=${token}`)).status).toBe(401);
});

test('401 for an expired token names the time of its expiry', async () => {
  const { url, db } = await startStore();
  const { value } = await tokens.create(db, {
    name: 'old',
    scopes: ['admin'],
    expiresAt: new Date(Date.now() - 1),
  });
  const answer = await fetch(`${url}/plants`, { headers: { authorization: `Bearer ${value}` } });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect(await answer.json()).toEqual({
    error: 40102,
    message: expect.stringMatching(/^the token "old" expired on 20/),
  });
});

test('a revoked token stops working within a second, even under constant use', async () => {
  const { url, db } = await startStore();
  const { value } = await tokens.create(db, { name: 'till', scopes: ['admin'] });
  const ask = () => fetch(`${url}/plants`, { headers: { authorization: `Bearer ${value}` } });
  expect((await ask()).status).toBe(200);
  await tokens.revoke(db, { name: 'till' });
  for (let uses = 0; uses < 9; uses++) {
    skipSeconds(0.1);
    await ask();
  }
  skipSeconds(0.1);
  const answer = await ask();
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error: 40102, message: expect.stringContaining('was revoked') });
});

test.for([
  ['/plants', '{"id":1,"name":"Latecomer"}'],
  ['/plants', '["no object"]'],
  ['/trpc/plants.create', '{"json":{"id":1,"name":"Latecomer"}}'],
] as const)('a token that is revoked during the upload to %s adds no plant', async ([path, text]) => {
  const store = await startStore();
  const { url, db, rows } = store;
  const { value } = await tokens.create(db, { name: 'till', scopes: ['admin'] });
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(Buffer.from(text.slice(0, 5)));
      await vi.waitFor(async () => expect(await inFlight(store)).toBe(2));
      await tokens.revoke(db, { name: 'till' });
      skipSeconds(1);
      stream.enqueue(Buffer.from(text.slice(5)));
      stream.close();
    },
  });
  const headers = { ...json, authorization: `Bearer ${value}` };
  const answer = await fetch(url + path, { method: 'POST', headers, body, duplex: 'half' });
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain('"error":40102');
  expect(await rows('SELECT id FROM plants')).toEqual([]);
});

test('403 names the missing scope, and admin includes every other scope', async () => {
  const { url, tokenFor } = await startStore();
  const post = (token: string) =>
    fetch(`${url}/plants`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: '{"id":1,"name":"x"}',
    });
  const answer = await post(await tokenFor('plants:read'));
  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toBe(
    'Bearer realm="plant-store", error="insufficient_scope", scope="plants:write"',
  );
  expect(await answer.json()).toEqual({ error: 40300, message: expect.stringContaining('plants:write') });
  expect((await post(await tokenFor('admin'))).status).toBe(200);
  const readOnly = await fetch(`${url}/plants`, {
    headers: { authorization: `Bearer ${await tokenFor('plants:write')}` },
  });
  expect(readOnly.status).toBe(403);
});

test('401 and 403 are answered before the first byte of the body', async () => {
  const { url, tokenFor } = await startStore();
  const head =
    'POST /plants HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n';
  expect((await exchange(url, `${head}\r\n`)).status).toBe(401);
  const reader = `Authorization: Bearer ${await tokenFor('plants:read')}\r\n`;
  expect((await exchange(url, `${head}${reader}\r\n`)).status).toBe(403);
  const writer = `Authorization: Bearer ${await tokenFor('plants:write')}\r\n`;
  expect((await exchange(url, `${head}${writer}\r\n`)).status).toBe(413);
});

test.for(['/healthz', '/readyz', '/openapi.json', '/docs'])(
  'a request to %s needs no token',
  async (path) => {
    const { url } = await startStore();
    expect((await fetch(url + path)).status).toBe(200);
  },
);

test.for(['/', '/nowhere', '/plants', '/plants/1', '/PLANTS', '/healthz/x', '/docs2', '/docs/../plants'])(
  'a request to %s needs a token',
  async (path) => {
    const { url } = await startStore();
    const { status } = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(status).toBe(401);
  },
);
