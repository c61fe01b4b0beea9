import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Locks a file by number, on Linux only, per container (unix(7), abstract sockets). Gives nothing when it is held. */
export async function acquireInodeLock(path: string): Promise<(() => void) | undefined> {
  const name = nameOf(path);
  if (name === undefined) return () => undefined;
  const lock = createServer((socket) => {
    // A process that asks may be gone before the answer, and must not keep this process running.
    socket.on('error', () => undefined).unref();
    socket.end(String(process.pid));
  }).unref();
  try {
    lock.listen(name);
    await once(lock, 'listening');
  } catch (cause) {
    if ((cause as { code?: string }).code === 'EADDRINUSE') return undefined;
    // A system that forbids such names has one lock less.
  }
  return () => void lock.close();
}

export async function inodeLockHolder(path: string): Promise<number | undefined> {
  const name = nameOf(path);
  if (name === undefined) return undefined;
  const socket = connect(name);
  socket.setTimeout(answerTimeoutMs, () => socket.destroy());
  return Number(await text(socket).catch(() => '')) || undefined;
}

const answerTimeoutMs = 500;

function nameOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && process.platform === 'linux' ? `\0plant-store ${file.dev}:${file.ino}` : undefined;
}
