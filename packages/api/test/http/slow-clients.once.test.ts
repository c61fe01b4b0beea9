import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { toJson } from '@plant-store/schema';
import { expect, onTestFinished, test } from 'vitest';
import { ann, sessionFor, startWithOwner } from '../procedures/accounts/people-store.ts';
import { type Store, startStore } from '../store.ts';

/** The first answer to these bytes. The client never closes its side of the connection. */
async function open({ url }: Store, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).write(bytes);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test.for(['/plants', '/trpc/plants.create', '/trpc/session.signIn'])(
  'slow bodies for POST %s lose their slots at the time limit, even without a close by clients',
  async (path) => {
    const store = await startStore();
    const token = await store.tokenFor('plants:write');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n`;
    // Continues until no slot is free.
    for (let answers: string[] = []; !answers.some((answer) => answer.startsWith('HTTP/1.1 503 ')); )
      answers = await Promise.all(Array.from({ length: 100 }, () => open(store, head)));
    // Every incomplete request is late from now on.
    store.server.requestTimeout = store.server.headersTimeout = 1;
    const headers = { 'content-type': 'application/json' };
    const request = async () => (await store.send(path, { method: 'POST', headers, body: '{}' })).status;
    await expect.poll(request).not.toBe(503);
  },
);

/** Opens connections from a new network. Each sends `atOnce` in one piece, and `slowly` byte by byte on demand. */
async function openSlow({ url }: Store, count: number, atOnce: string, slowly = '') {
  const { hostname: host, port } = new URL(url);
  const clients: { socket: Socket; sendByte: () => void }[] = [];
  while (clients.length < count) {
    const socket = connect({ host, port: Number(port), localAddress: '127.0.0.2' });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    socket.write(atOnce);
    let sent = 0;
    clients.push({ socket, sendByte: () => socket.write(slowly[sent++] ?? '') });
  }
  return clients;
}

/** More than the server has slots (slots.ts). */
const many = 1_200;

test(`others get 200 despite up to ${many} slow clients of any kind`, async () => {
  const store = await startWithOwner();
  const { send, url, tokenFor } = store;
  const headers = { 'content-type': 'application/json' };
  const plants = Array.from({ length: 1_000 }, (_, id) => ({ id, name: 'x'.repeat(200) }));
  const added = await send('/plants/bulk', { method: 'POST', headers, body: toJson({ plants }) });
  expect(added.status).toBe(200);
  let id = plants.length;
  const token = `Authorization: Bearer ${await tokenFor('plants:read', 'plants:write')}\r\n`;
  const get = (path: string, header: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`;
  const post = (path: string, header: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${header}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
  const body = '{'.padEnd(99);
  // Unread answers may use 100 slots at most; more readers would only slow the test down.
  const readers = 150;
  const kinds: Record<string, { count?: number; atOnce?: string; slowly?: string }> = {
    'heads with a token': { slowly: get('/plants', token) },
    'heads of a sign-in': { slowly: post('/trpc/session.signIn', '') },
    'bodies with a token': { atOnce: post('/plants', token), slowly: body },
    'bodies without a token': { atOnce: post('/plants', ''), slowly: body },
    'bodies of a sign-in': { atOnce: post('/trpc/session.signIn', ''), slowly: body },
    // The answer is larger than the buffers between server and client, and no client reads it.
    'readers with a token': {
      count: readers,
      atOnce: get('/plants', `${token}Accept: text/csv\r\n`).repeat(50),
    },
    'readers without a token': { count: readers, atOnce: get('/docs/swagger-ui-bundle.js', '').repeat(10) },
  };
  for (const [kind, { count = many, atOnce = '', slowly }] of Object.entries(kinds)) {
    const clients = await openSlow(store, count, atOnce, slowly);
    for (let round = 0; round < 3; round++) {
      for (const { sendByte } of clients) sendByte();
      const answers = await Promise.all([
        send('/plants?limit=20'),
        send('/plants', { method: 'POST', headers, body: toJson({ id: id++, name: 'Fern' }) }),
        fetch(`${url}/docs/swagger-ui-bundle.js`),
        fetch(`${url}/readyz`),
      ]);
      for (const answer of answers) {
        expect([kind, answer.url, answer.status]).toEqual([kind, answer.url, 200]);
        await answer.arrayBuffer();
      }
    }
    expect(await sessionFor(url, ann.email, ann.password)).toMatch(/./);
    for (const { socket } of clients) socket.destroy();
  }
});
