import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '@plant-store/db/testing';

/** The time between two readiness checks of a server. */
const checkMs = 100;

/**
 * A simple load balancer that uses its servers in turn. A server whose /readyz is not 200 gets no request while another
 * one is ready. After a refused connection the next server gets the request. No request is sent twice. Ends at `atEnd`.
 */
export async function startProxy(servers: string[], atEnd: AtEnd): Promise<{ url: string }> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(servers);
  let turn = 0;

  async function check(server: string) {
    const answer = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    if (answer?.status === 200) ready.add(server);
    else ready.delete(server);
  }
  async function pass(from: IncomingMessage, to: ServerResponse) {
    const body = await buffer(from);
    turn++;
    const inTurn = servers.map((_, index) => servers[(turn + index) % servers.length] ?? '');
    const candidates = [
      ...inTurn.filter((one) => ready.has(one)),
      ...inTurn.filter((one) => !ready.has(one)),
    ];
    for (const server of candidates) {
      const answer = await send(server, from, body, agent);
      if (answer === 'refused') continue;
      if (answer === 'broken') return void to.writeHead(502).end();
      to.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      return void answer.pipe(to);
    }
    to.writeHead(502).end();
  }
  const timer = setInterval(() => void Promise.all(servers.map(check)), checkMs);
  const proxy = createServer({ keepAliveTimeout: 60_000 }, (from, to) => void pass(from, to)).listen(
    0,
    '127.0.0.1',
  );
  await once(proxy, 'listening');
  atEnd(() => {
    clearInterval(timer);
    proxy.close();
    proxy.closeAllConnections();
    agent.destroy();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

/** The headers without those of a single connection (RFC 9110, section 7.6.1). */
function endToEnd({ connection, 'keep-alive': _, 'transfer-encoding': __, ...headers }: IncomingHttpHeaders) {
  return headers;
}

function send(
  server: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  agent: Agent,
): Promise<IncomingMessage | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const forward = request(server + url, { method, headers: endToEnd(headers), agent }, resolve);
    forward.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    );
    forward.end(body);
  });
}
