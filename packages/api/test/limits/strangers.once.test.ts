import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inFlight } from '../monitoring/scraped.ts';
import { startStore } from '../store.ts';

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test.for(['/plants', '/trpc/plants.create', '/trpc/plants.create,plants.create?batch=1', '/nowhere'])(
  'a thousand unknown clients that never send the body of POST %s do not block others',
  async (path) => {
    const store = await startStore();
    await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const socket = open(store.url).setEncoding('utf8');
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n`,
        );
        expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 401 .*40100/s);
      }),
    );
    expect((await store.post({ id: 1, name: 'Fern' })).status).toBe(200);
  },
);

test.for([
  ['/plants', 2, 1_200],
  ['/docs/swagger-ui-bundle.js', 10, 100],
] as const)(
  'unknown clients that never read the answer to %s do not block others and use little memory',
  async ([path, connections, requests]) => {
    const store = await startStore();
    const { arrayBuffers } = process.memoryUsage();
    const sockets = Array.from({ length: connections }, () => open(store.url).pause());
    const get = (what: string) => `GET ${what} HTTP/1.1\r\nHost: x\r\n\r\n`;
    // The first answer is larger than the buffers, so all later answers wait behind it.
    const first = get('/docs/swagger-ui-bundle.js').repeat(10);
    for (const socket of sockets) socket.write(first + get(path).repeat(requests));
    // This is the limit of one network; its further answers are not sent.
    await expect.poll(() => inFlight(store)).toBeGreaterThanOrEqual(100);
    expect((await store.post({ id: 1, name: 'Fern' })).status).toBe(200);
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(200 * 1024 * 1024);
  },
);

test('a client that reads no answer is disconnected', async () => {
  const { url, server } = await startStore({ readerTimeoutMs: 100 });
  const closed = new Promise<void>((resolve) => {
    server.on('connection', (connection: Socket) => connection.once('close', () => resolve()));
  });
  const socket = open(url).pause();
  socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
  await closed;
});
