import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shareStore } from '../store.ts';

/** A store, and connections that stay half open when the server closes its side. */
async function start() {
  const store = await sharedStore();
  const { hostname, port } = new URL(store.url);
  return {
    store,
    token: await store.tokenFor('plants:write', 'imports'),
    open(...lines: string[]) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      let received = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
      });
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      return { socket, received: () => received };
    },
  };
}

const json = 'Content-Type: application/json';
const bad = 'Authorization: Bearer bad';

const sharedStore = shareStore((start) => start());

test.for([
  ['asks to close', 'POST /plants HTTP/1.1', 'Connection: close', 30],
  ['speaks HTTP/1.0', 'POST /plants HTTP/1.0', 'X-Test: 1', 30],
  ['has a long rest to send', 'POST /plants HTTP/1.1', 'X-Test: 1', 1_000_000],
  ['calls a procedure and requests a close', 'POST /trpc/plants.create HTTP/1.1', 'Connection: close', 30],
  ['imports a file and requests a close', 'POST /imports HTTP/1.1', 'Connection: close', 30],
] as const)(
  'a client that %s gets 401 and immediately the end of the connection',
  async ([, line, header, length]) => {
    const { open } = await start();
    const { socket, received } = open(line, 'Host: x', bad, header, json, `Content-Length: ${length}`);
    await once(socket, 'end');
    expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*40101/);
    expect(received()).toMatch(/^connection: close\r$/im);
  },
);

test('a client with a short body keeps its connection after a 401', async () => {
  const { open } = await start();
  const head = ['POST /plants HTTP/1.1', 'Host: x', bad, json, 'Content-Length: 30'];
  const { socket, received } = open(...head);
  await vi.waitFor(() => expect(received()).toMatch(/40101/));
  socket.write(`${' '.repeat(30)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
  await vi.waitFor(() => expect(received()).toMatch(/HTTP\/1\.1 200 /));
});

test('413 reaches a client that sends its whole body first', async () => {
  const { open, token } = await start();
  const bytes = 16 * 1024 * 1024;
  const { socket, received } = open(
    'POST /plants HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    json,
    `Content-Length: ${bytes}`,
  );
  socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.write('x'.repeat(bytes), (error) => (error ? reject(error) : resolve()));
  });
  socket.resume();
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1\.1 413 /);
});

test.for([
  ['an invalid token', 'POST /plants', bad, 30, 401],
  ['a token without the scope', 'POST /plants/bulk/delete', undefined, 30, 403],
  ['a declared body above the limit', 'POST /plants', undefined, 65_537, 413],
  ['a declared body above the limit over tRPC', 'POST /trpc/plants.create', undefined, 2_097_153, 413],
  ['an unknown caller over tRPC', 'POST /trpc/plants.create', bad, 30, 401],
  ['an import without a token', 'POST /imports', bad, 30, 401],
  ['an unknown address', 'POST /nowhere', undefined, 30, 404],
] as const)('no 100 Continue for %s', async ([, line, authorization, length, status]) => {
  const { open, token } = await start();
  const { socket, received } = open(
    `${line} HTTP/1.1`,
    'Host: x',
    authorization ?? `Authorization: Bearer ${token}`,
    json,
    `Content-Length: ${length}`,
    'Expect: 100-continue',
  );
  await once(socket, 'end');
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test.for([
  ['POST /plants', json, '{"id":1,"name":"Fern"}'],
  ['POST /imports', 'Content-Type: text/csv', 'id,name\n2,Moss\n'],
  ['POST /trpc/plants.create', json, '{"json":{"id":"3","name":"Aloe"},"meta":{"values":{"id":["bigint"]}}}'],
] as const)('100 Continue and then 200 for %s', async ([line, type, body]) => {
  const { open, token } = await start();
  const { socket, received } = open(
    `${line} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    type,
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    'Connection: close',
  );
  await vi.waitFor(() => expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
  socket.write(body);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});
