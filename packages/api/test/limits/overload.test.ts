import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inFlight, sampled, scrape } from '../monitoring/scraped.ts';
import { type Store, startStore } from '../store.ts';

const requestsMax = 1_000;
const bytesMax = 32 * 1024 * 1024;

/** Connections that each say they send a body of this length, and do not yet. All of them must be taken on. */
async function beginPosts(count: number, store: Store, length: number): Promise<Socket[]> {
  const { hostname, port } = new URL(store.url);
  const token = await store.tokenFor('plants:write');
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  await Promise.all(
    sockets.map(async (socket) => {
      socket
        .setEncoding('utf8')
        .write(
          `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
        );
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    }),
  );
  // One that is refused is asked for its body too, and is under way no longer.
  expect(await inFlight(store)).toBe(count + 1);
  return sockets;
}

test.for([
  ['requests', requestsMax, 30],
  ['bytes', bytesMax / (64 * 1024), 64 * 1024],
] as const)(
  '503 with Retry-After, at once, to what comes while as many %s are under way as may be; then all is as before',
  async ([, count, length]) => {
    const store = await startStore();
    const { url, post, send } = store;
    const sockets = await beginPosts(count, store, length);
    const refused = await post({ id: 1, name: 'x' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await refused.json()).toEqual({
      error: 50300,
      message: 'too many requests are under way; nothing was done with this one, try again in a second',
    });
    // Before its token is looked at, and its body.
    const stranger = await fetch(`${url}/plants`, { method: 'POST', body: 'x'.repeat(1_000_000) });
    expect(stranger.status).toBe(503);
    for (const path of ['/healthz', '/readyz']) expect((await send(path)).status).toBe(200);
    expect(sampled(await scrape(store), 'http_requests_shed_total')).toBe(2);

    // One that is taken on is answered; clients that leave give their places back too.
    const [first, ...others] = sockets as [Socket, ...Socket[]];
    first.write('{"id":2,"name":"Fern"}'.padEnd(length));
    expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of others) socket.destroy();
    const retry = () => post({ id: 1, name: 'x' }).then(({ status }) => status);
    await expect.poll(retry, { timeout: 20_000 }).toBe(200);
    // No place is lost, and none given back twice.
    const again = await beginPosts(count, store, length);
    // Without a body there is always room for more bytes.
    expect((await send('/plants/1')).status).toBe(length === 30 ? 503 : 200);
    expect((await post({ id: 3, name: 'x' })).status).toBe(503);
    for (const socket of again) socket.destroy();
  },
);
