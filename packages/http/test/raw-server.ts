import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { guard, serverOptions } from '../src/index.ts';

type Options = Parameters<typeof guard>[1];

/** A guarded server with this listener. */
export async function startServer(listener: RequestListener, options?: Options) {
  // Node looks for late requests more often here, so that tests do not wait.
  const server: Server = createServer({ ...serverOptions, connectionsCheckingInterval: 20 }, listener);
  const { admit } = guard(server, options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return {
    server,
    admit,
    /** A connection that stays half open: it does not close its side when the server closes its own. */
    open(bytes: string) {
      const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      let received = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
      });
      socket.write(bytes, 'latin1');
      return { socket, received: () => received };
    },
  };
}
