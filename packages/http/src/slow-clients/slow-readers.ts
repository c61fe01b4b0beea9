import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from '../connections/connection.ts';

const leastBytes = 64 * 1024;
const checks = 4;

/** Destroys connections whose client reads less than 64 KiB of its waiting answers within `limitMs`. */
export function disconnectSlowReaders(server: Server, open: ReadonlySet<Socket>, limitMs: number) {
  const timer = setInterval(() => open.forEach(check), limitMs / checks).unref();
  server.once('close', () => clearInterval(timer));
}

function check(socket: Socket) {
  const connection = connectionOf(socket);
  const { reading } = connection;
  const taken = bytesTaken(socket);
  if (socket.writableLength === 0) connection.reading = undefined;
  else if (!reading || taken - reading.taken >= leastBytes) connection.reading = { taken, checks: 0 };
  else if (++reading.checks >= checks) socket.destroy();
}

/** The handle is not public, but the socket's public counters change only after a whole write (docs/decisions/0021). */
type Handle = { bytesWritten: number; writeQueueSize: number };

function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
