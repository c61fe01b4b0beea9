import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

type Pair = { client: Socket; server: Socket | undefined; isCut: boolean };

/** An address that leads to the server at `port`, and later to another one, as that of a cluster does. Ends at `atEnd`. */
export async function startSwitch(port: number, atEnd: (end: () => void) => void) {
  let target: number | undefined = port;
  const pairs = new Set<Pair>();
  function pass(pair: Pair) {
    const { client, server } = pair;
    pair.isCut = false;
    if (!server || client.destroyed || server.destroyed) return end(pair);
    client.pipe(server, { end: false });
    server.pipe(client, { end: false });
  }
  function end(pair: Pair) {
    if (pair.isCut) return;
    pair.client.end();
    pair.server?.end();
  }
  const listener = createServer((client) => {
    const server = target === undefined ? undefined : connect(target, '127.0.0.1');
    const pair = { client, server, isCut: !server };
    pairs.add(pair);
    for (const socket of [client, server]) socket?.on('error', () => undefined).on('close', () => end(pair));
    if (server) pass(pair);
  });
  const own = await freePort();
  await once(listener.listen(own, '127.0.0.1'), 'listening');
  atEnd(() => {
    listener.close();
    for (const { client, server } of pairs) for (const socket of [client, server]) socket?.destroy();
  });
  return {
    through: (url: string) => Object.assign(new URL(url), { port: String(own) }).href,
    /** Loses the network: no byte passes, on new connections too, and none of them is refused or closed. */
    cut() {
      target = undefined;
      for (const pair of pairs) {
        pair.isCut = true;
        for (const socket of [pair.client, pair.server]) socket?.unpipe().pause();
      }
    },
    /** Leads new connections to this port. Those that were cut stay so. */
    lead(next: number) {
      target = next;
    },
    /** Lets the bytes pass again that were cut. */
    heal() {
      for (const pair of pairs) if (pair.isCut) pass(pair);
    },
  };
}
