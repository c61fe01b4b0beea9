import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Store, startStore } from './store.ts';

/** What the server says first to these bytes, on a connection whose client never closes its side. */
async function open({ url }: Store, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).write(bytes);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test.for(['/plants', '/trpc/plants.create', '/trpc/session.signIn'])(
  'slow bodies for POST %s lose their places at the time limit, even if their clients never close',
  async (path) => {
    const store = await startStore();
    const token = await store.tokenFor('plants:write');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n`;
    // Until no place is left.
    for (let answers: string[] = []; !answers.some((answer) => answer.startsWith('HTTP/1.1 503 ')); )
      answers = await Promise.all(Array.from({ length: 100 }, () => open(store, head)));
    // Everything that is not there in full is late from now on.
    store.server.requestTimeout = store.server.headersTimeout = 1;
    const headers = { 'content-type': 'application/json' };
    const request = async () => (await store.send(path, { method: 'POST', headers, body: '{}' })).status;
    await expect.poll(request, { timeout: 10_000 }).not.toBe(503);
  },
);
