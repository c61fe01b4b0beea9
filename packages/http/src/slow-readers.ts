import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How much of its answers a client must take, while more of them waits, until its time is over. */
const leastBytes = 64 * 1024;
/** How often that is looked at in the time. */
const looks = 4;

/** Ends connections whose client does not take 64 KiB of the answers that wait for it in `limitMs`. */
export function endSlowReaders(server: Server, limitMs: number) {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const seen = new WeakMap<Socket, { taken: number; looks: number }>();
  const look = (socket: Socket) => {
    if (socket.writableLength === 0) return seen.delete(socket);
    const taken = socket.bytesWritten - socket.writableLength;
    const before = seen.get(socket);
    if (!before || taken - before.taken >= leastBytes) seen.set(socket, { taken, looks: 0 });
    else if (++before.looks >= looks) socket.destroy();
  };
  const timer = setInterval(() => connections.forEach(look), limitMs / looks).unref();
  server.once('close', () => clearInterval(timer));
}
