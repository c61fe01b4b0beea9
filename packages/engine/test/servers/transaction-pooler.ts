import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer, type Socket } from 'node:net';

/** Ready for the next query, in no transaction. */
const ready = Buffer.from('5a0000000549', 'hex');
const authenticated = Buffer.from('520000000800000000', 'hex');
/** The process and the key of the server, as a pooler invents them. */
const invented = Buffer.from('4b0000000c0000000100000002', 'hex');

/**
 * A pooler in transaction mode, as PgBouncer with one connection of the server: each query of its clients, which are
 * simple ones and in no transaction, uses that connection. Gives the address of the database through it.
 */
export async function startTransactionPooler(url: string, atEnd: (end: () => void) => void): Promise<string> {
  const { hostname, port, username, pathname } = new URL(url);
  const upstream = connectSocket(Number(port), hostname);
  const words = ['user', username, 'database', pathname.slice(1), ''].map((word) => `${word}\0`).join('');
  const startup = Buffer.alloc(8);
  startup.writeInt32BE(8 + words.length, 0);
  startup.writeInt32BE(196_608, 4);
  const exchange = exchangeOn(upstream);
  await exchange(Buffer.concat([startup, Buffer.from(words)]));
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(Buffer.concat([authenticated, invented, ready]));
      client.on('data', async (query) => {
        const isEnd = query[0] === 'X'.charCodeAt(0);
        if (isEnd) client.end();
        else client.write(await exchange(query));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    for (const socket of [upstream, ...clients]) socket.destroy();
    server.close();
  });
  return Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href;
}

/** Sends a message, and gives the answer up to the readiness of the server; one message after the other. */
function exchangeOn(upstream: Socket) {
  let last: Promise<unknown> = Promise.resolve();
  return (message: Buffer): Promise<Buffer> => {
    const answer = last.then(async () => {
      upstream.write(message);
      let got = Buffer.alloc(0);
      while (got.at(-6) !== ready[0] || got.at(-2) !== 5) {
        const [chunk] = (await once(upstream, 'data')) as [Buffer];
        got = Buffer.concat([got, chunk]);
      }
      return got;
    });
    last = answer;
    return answer;
  };
}
