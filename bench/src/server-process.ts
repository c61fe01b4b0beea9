import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@plant-store/engine/testing/free-port';
import { Connection } from './connection.ts';
import { pinned } from './cores.ts';
import { exchanges, type Target } from './operations.ts';
import { memoryMb } from './process-figures.ts';
import type { BenchServer } from './servers.ts';

export type RunningServer = {
  target: Target;
  pid: number;
  /** The time from the start of the process to the end of its first 200. */
  coldStartMs: number;
  /** Stops the server, and resolves when its process has ended. */
  stop(): Promise<void>;
};

/** The token of each server. */
export const token = 'plants-are-good-company-0123456789abcdef';

const startTimeoutMs = 120_000;

/**
 * Starts a server on a store file and waits for its first answer 200.
 * @param isLogPiped true if the log goes through a pipe, as in a container; otherwise it goes to a file
 * @throws Error with the server's output if it does not answer
 */
export async function startServer(
  server: BenchServer,
  store: { file: string; plantCount: number },
  core: number | undefined,
  isLogPiped = false,
): Promise<RunningServer> {
  const start = { file: store.file, port: await freePort(), token };
  const log = `${store.file}.log`;
  // Writes the log to a file, as for a service: writing the log is part of the server's work.
  const fd = openSync(log, 'w');
  const begin = performance.now();
  const [command, words] = pinned(core, process.execPath, server.words(start));
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...server.env(start) },
    stdio: ['ignore', ...(isLogPiped ? (['pipe', 'pipe'] as const) : [fd, fd]), 'ipc'],
  });
  closeSync(fd);
  for (const output of [child.stdout, child.stderr]) output?.pipe(createWriteStream(log, { flags: 'a' }));
  const target = { port: start.port, base: server.base, token, plantCount: store.plantCount };
  const stop = () => end(child);
  try {
    await firstAnswer(child, target);
  } catch (cause) {
    await stop();
    const why = (cause as Error).message;
    throw new Error(`${server.title} did not start, ${why}: ${readFileSync(log, 'utf8').trim()}`, {
      cause,
    });
  }
  // taskset replaces itself by its command, under the same process id.
  return { target, pid: child.pid as number, coldStartMs: performance.now() - begin, stop };
}

/** The resident memory of a server one second after its first answer, without further requests. */
export async function idleMemoryMb({ pid }: RunningServer): Promise<number | undefined> {
  await wait(1000);
  return memoryMb(pid)?.now;
}

/** Sends the first request once the server listens. An earlier request would disturb a server that tests the port. */
async function firstAnswer(child: ChildProcess, target: Target) {
  const signal = AbortSignal.timeout(startTimeoutMs);
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('it ended')));
  await Promise.race([once(child, 'message', { signal }), ended]);
  const connection = await Connection.open(target.port);
  const late = new Error(`it took the first request and had no answer within ${startTimeoutMs / 1000} s`);
  signal.addEventListener('abort', () => connection.close(late), { once: true });
  const { status, body } = await connection.send(exchanges('get', target, () => 0)().request);
  connection.close();
  if (status !== 200) throw new Error(`its first answer was ${status}: ${body()}`);
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
}
