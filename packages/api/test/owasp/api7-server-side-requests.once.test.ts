// API7:2023 Server Side Request Forgery: no input makes the server connect anywhere, except the URL of a webhook, and that
// to public addresses alone. test/webhooks has the kinds of addresses, and resolvers that change their answer.
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSender, startDelivery } from '../../src/index.ts';
import { exchange } from '../http/raw-http.ts';
import { startStore } from '../store.ts';
import { callProcedure } from './callers.ts';

/** A listener that an input could name, and the connections it received. */
async function startListener() {
  const seen: Socket[] = [];
  const server = createServer((socket) => void seen.push(socket.on('error', () => undefined)));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, seen };
}

/** The ports to which this process, with its server, connects. */
function watchConnections(): Set<number | undefined> {
  const ports = new Set<number | undefined>();
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => ports.add(socket.remotePort));
  };
  const clients = channel('net.client.socket');
  clients.subscribe(note);
  onTestFinished(() => void clients.unsubscribe(note));
  return ports;
}

test('the server contacts no address in names, headers, files and queries', async () => {
  const { url, send, post, tokenFor, databaseUrl } = await startStore();
  const { address, seen } = await startListener();
  const connected = watchConnections();
  const target = `http://${address}/`;
  const texts = [
    target,
    `=WEBSERVICE("${target}")`,
    `<img src="${target}">`,
    `<!DOCTYPE x [<!ENTITY e SYSTEM "${target}">]>&e;`,
    `{"$ref":"${target}"}`,
    `$\{jndi:ldap://${address}/x}`,
    `//${address}/x`,
    `gopher://${address}/_x`,
  ];
  for (const [id, name] of texts.entries())
    expect((await post({ id, name, tag: name.slice(0, 100) })).status).toBe(200);
  const file = `id,name\n${texts.map((text, id) => `${id + 100},"${text.replaceAll('"', '""')}"`).join('\n')}\n`;
  const name = encodeURIComponent(target);
  const headers = {
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  };
  expect((await send('/imports', { method: 'POST', headers, body: file })).status).toBe(200);
  for (const query of ['url', 'uri', 'callback', 'webhook', 'redirect', 'next', 'schema', 'cursor'])
    await send(`/plants?${query}=${name}`);
  await send(`/plants?q=${name}`);
  await send('/plants', { headers: { accept: 'text/csv' } });
  const token = await tokenFor('admin');
  await callProcedure(
    url,
    { path: 'invitations.create', type: 'mutation' },
    { authorization: `Bearer ${token}` },
    {
      role: 'viewer',
      note: `Ann ${target}`,
    },
  );
  await withHeaders(url, address, token);
  // Earlier connections arrive before this last one.
  const last = connect(Number(address.split(':')[1]), '127.0.0.1');
  onTestFinished(() => void last.destroy());
  await once(last, 'connect');
  await expect.poll(() => seen.length).toBe(1);
  const database = databaseUrl.startsWith('file:') ? [] : [Number(new URL(databaseUrl).port)];
  const expected = new Set([Number(new URL(url).port), Number(address.split(':')[1]), ...database]);
  expect([...connected].filter((port) => !expected.has(port ?? 0))).toEqual([]);
});

test('a webhook to an address of this machine, in any spelling, causes no connection and says why', async () => {
  const { send, post, db } = await startStore();
  const { address, seen } = await startListener();
  const port = address.split(':')[1];
  const hosts = [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '0',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    'localhost',
  ];
  const headers = { 'content-type': 'application/json' };
  for (const [index, host] of hosts.entries()) {
    const body = JSON.stringify({ url: `https://${host}:${port}/${index}` });
    const answer = await send('/webhooks', { method: 'POST', headers, body });
    expect([host, answer.status, await answer.json()]).toEqual([
      host,
      201,
      expect.objectContaining({ message: unsendable }),
    ]);
  }
  const warn = vi.fn();
  onTestFinished(
    startDelivery(db, { send: createSender({ allow: [] }), log: { info: vi.fn(), warn: vi.fn() }, warn }),
  );
  await post({ id: 1, name: 'Fern' });
  await vi.waitFor(async () => {
    const webhooks = (await (await send('/webhooks')).json()) as { reason: string }[];
    expect(webhooks.map(({ reason }) => reason)).toEqual(hosts.map(() => unsendable));
  });
  expect([seen.length, warn.mock.calls]).toEqual([0, []]);
});

const unsendable = expect.stringMatching(
  /the address (of localhost|127\.0\.0\.1|0\.0\.0\.0|::1|::ffff:7f00:1|64:ff9b::7f00:1) is (loopback|unspecified)/,
);

/** Headers that some servers follow, and request lines with another server's name. */
async function withHeaders(url: string, address: string, token: string) {
  const [target, auth] = [`http://${address}/`, `Authorization: Bearer ${token}\r\n`];
  const pathless = [
    ['Host', address],
    ['X-Forwarded-Host', address],
    ['X-Forwarded-For', address],
    ['Forwarded', `for=${address};host=${address}`],
    ['X-Forwarded-Proto', target],
    ['Referer', target],
    ['Origin', target],
    ['True-Client-IP', target],
    ['X-Original-URL', target],
    ['X-Wap-Profile', target],
    ['Link', `<${target}>; rel="next"`],
    ['Content-Location', target],
    ['Traceparent', target],
    ['User-Agent', `$\{jndi:ldap://${address}/x}`],
    ['Idempotency-Key', target],
  ].map(
    ([name, value]) =>
      `GET /plants HTTP/1.1\r\n${name === 'Host' ? '' : 'Host: x\r\n'}${name}: ${value}\r\n${auth}\r\n`,
  );
  const lines = [
    `GET ${target} HTTP/1.1\r\nHost: ${address}\r\n${auth}\r\n`,
    `GET //${address}/plants HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    `GET /docs/${encodeURIComponent(target)} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
  ];
  for (const request of [...pathless, ...lines])
    expect((await exchange(url, request)).status).toBeLessThan(500);
}
