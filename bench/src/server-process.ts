import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Contestant } from './contestants.ts';
import { pinned } from './cores.ts';
import { exchanges, type Target } from './operations.ts';
import { memoryMb } from './process-figures.ts';

export type RunningServer = {
  target: Target;
  pid: number;
  /** From the start of the process to the end of its first 200. */
  coldStartMs: number;
  /** Ends it, and resolves when it is gone. */
  stop(): Promise<void>;
};

const startTimeoutMs = 30_000;

/** Starts a server on a store file and waits for its first 200. @throws Error with what it wrote, when none comes */
export async function startServer(
  contestant: Contestant,
  store: { file: string; plantCount: number },
  core: number | undefined,
): Promise<RunningServer> {
  const token = 'plants-are-good-company-0123456789abcdef';
  const start = { file: store.file, port: await freePort(), token };
  const log = `${store.file}.log`;
  // Its log goes to a file, as a service's does: writing it is part of the work.
  const fd = openSync(log, 'w');
  const begin = performance.now();
  const [command, words] = pinned(core, process.execPath, contestant.words(start));
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...contestant.env(start) },
    stdio: ['ignore', fd, fd, 'ipc'],
  });
  closeSync(fd);
  const target = { port: start.port, base: contestant.base, token, plantCount: store.plantCount };
  const stop = () => end(child);
  try {
    await firstAnswer(child, target);
  } catch (cause) {
    await stop();
    throw new Error(`${contestant.title} did not start: ${readFileSync(log, 'utf8').trim()}`, { cause });
  }
  // taskset becomes the command that it runs, under the same id.
  return { target, pid: child.pid as number, coldStartMs: performance.now() - begin, stop };
}

/** Resident memory of a server that nobody has asked for anything but the first answer, a second after that. */
export async function idleMemoryMb({ pid }: RunningServer): Promise<number | undefined> {
  await wait(1000);
  return memoryMb(pid)?.now;
}

async function firstAnswer(child: ChildProcess, target: Target) {
  const { request } = exchanges('get', target, () => 0)();
  for (const deadline = performance.now() + startTimeoutMs; ; ) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended');
    if (performance.now() > deadline) throw new Error('it took too long');
    const status = await ask(target.port, request);
    if (status === 200) return;
    if (status !== undefined) throw new Error(`its first answer was ${status}`);
    await wait(2);
  }
}

/** The status of the answer, or undefined while nobody listens. */
async function ask(port: number, request: string): Promise<number | undefined> {
  const connection = await Connection.open(port).catch(() => undefined);
  if (!connection) return undefined;
  try {
    return (await connection.send(request)).status;
  } finally {
    connection.close();
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
