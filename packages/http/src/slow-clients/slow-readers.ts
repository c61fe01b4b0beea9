import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client with waiting bytes must read this number of them within the time limit. */
const leastBytes = 64 * 1024;
/** The number of checks of each connection within the time limit. */
const checks = 4;

/** Destroys connections whose client reads less than 64 KiB of its waiting answers within `limitMs`. */
export function disconnectSlowReaders(server: Server, limitMs: number) {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const seen = new WeakMap<Socket, { taken: number; checks: number }>();
  const check = (socket: Socket) => {
    if (socket.writableLength === 0) return seen.delete(socket);
    const taken = bytesTaken(socket);
    const before = seen.get(socket);
    if (!before || taken - before.taken >= leastBytes) seen.set(socket, { taken, checks: 0 });
    else if (++before.checks >= checks) socket.destroy();
  };
  const timer = setInterval(() => connections.forEach(check), limitMs / checks).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * The handle is not public, but the socket's public counters change only after a whole write (docs/decisions/0021).
 */
type Handle = { bytesWritten: number; writeQueueSize: number };

/** The bytes that the operating system has accepted for the client, including those of a running write. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
