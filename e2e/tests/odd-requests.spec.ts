import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../fixtures.ts';

/** Sends these bytes to the web server. Resolves to its whole answer when the connection closes. */
function exchange(webUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(webUrl);
  const socket = connect(Number(port), hostname).setTimeout(30_000, () =>
    socket.destroy(new Error('no answer')),
  );
  socket.write(bytes);
  return text(socket);
}

const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

test('a client that requests another protocol gets an answer in HTTP/1.1', async ({ store }) => {
  const wishes = [
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==',
  ];
  for (const wish of wishes) {
    const answer = await exchange(store.webUrl, `GET /api/plants HTTP/1.0\r\nHost: x\r\n${wish}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toMatch(/^(connection|upgrade):.*(h2c|HTTP2|websocket)/im);
    expect(bodyOf(answer)).toEqual({ error: 40100, message: expect.any(String) });
  }
});

test("the web answers malformed requests with the contract's Error", async ({ store }) => {
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    `GET /api/plants HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET /api/plants HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /plants HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
    'GET /plants HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
    'GET /plants HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  ]) {
    const answer = await exchange(store.webUrl, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(answer)).toEqual({ error: 40000, message: expect.any(String) });
  }
});

test('a post from another site is refused before it reaches the page', async ({ store }) => {
  const post = async (headers: Record<string, string>, body: string) => {
    const answer = await fetch(`${store.webUrl}/sign-in`, { method: 'POST', headers, body });
    return [answer.status, await answer.text()];
  };
  const sentence = expect.stringMatching(/^[A-Z][^<>]+\.$/);
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post({ ...form, origin: 'https://evil.example' }, '--x--\r\n')).toEqual([403, sentence]);
  expect(await post(form, 'x'.repeat(65_537))).toEqual([413, sentence]);
  expect(await post(form, 'no part of a form')).toEqual([400, sentence]);
  expect(await post({ 'content-type': 'multipart/form-data' }, '--x--\r\n')).toEqual([400, sentence]);
  expect(await post({ ...form, 'next-action': 'nonsense' }, '--x--\r\n')).toEqual([400, sentence]);
});

test('both servers keep an idle connection longer than common proxies, which would lose a request', async ({
  startedStore: store,
}) => {
  for (const url of [`${store.webUrl}/sign-in`, `${store.apiUrl}/healthz`])
    expect((await fetch(url)).headers.get('keep-alive'), url).toBe('timeout=72');
});
