import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

export const HOST = '127.0.0.1';

/** Listens on a free port. Each connection goes to the port of the store that is present when its first bytes arrive. */
export async function startFront(portNow: () => number): Promise<number> {
  const ignore = () => undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A store that ends closes connections without a request, also one whose request is just under way.
    socket.on('error', ignore).once('readable', () => {
      const store = connect({ host: HOST, port: portNow(), allowHalfOpen: true });
      pipeline(socket, store, ignore);
      pipeline(store, socket, ignore);
    });
  });
  await once(server.listen(0, HOST), 'listening');
  return (server.address() as AddressInfo).port;
}
