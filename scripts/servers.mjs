import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endTasks, exitCode, exitReason, isEnding, startTask } from './processes.mjs';
import { node24 } from './workspace.mjs';

// The cache saves half of the time of a start, and the 20 MB of the compiler.
const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/node' };
const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...cache };
// V8 then keeps less garbage, and an import can free memory. This saves 50 MB (decision 0015).
const apiFlags = ['--max-semi-space-size=8', '--expose-gc'];
// Otherwise V8 lets garbage grow with the memory of the machine (decision 0036).
const webFlags = ['--max-semi-space-size=16', '--max-old-space-size=256'];

/** The servers of production. The files in `deploy` use the same arguments. */
export const programs = [
  { key: 'api', name: 'API', args: [...apiFlags, 'apps/api/src/main.ts'], env },
  { key: 'web', name: 'web app', args: [...webFlags, 'apps/web/src/main.ts'], env },
];

// Longer than the longest DRAIN_SECONDS.
const graceMs = 70_000;
const triesMax = 5;

/** Runs servers, and ends all when one ended permanently. A server sends `{ ready: address }` once it listens. */
export async function runServers(servers, { keep = keepRunning, onReady, onMessage = () => {} }) {
  const addresses = {};
  const tasks = {};
  let hasEnded = false;
  const start = ({ name, args, env }, onceReady) => {
    const receive = (message) => {
      if (typeof message?.ready !== 'string') return onMessage(message);
      onceReady?.();
      if (addresses[name]) return console.log(`  The ${name} is running again: ${message.ready}\n`);
      addresses[name] = message.ready;
      if (servers.every((one) => addresses[one.name])) onReady(addresses, (to, text) => tasks[to].send(text));
    };
    tasks[name] = startTask(node24, args, { env: { ...process.env, ...env }, onMessage: receive, graceMs });
    return tasks[name];
  };
  const isWanted = () => !isEnding && !hasEnded;
  const run = (server) => keep((onceReady) => start(server, onceReady), { ...server, isWanted });
  const first = await Promise.race(servers.map(async (server) => ({ ...server, ...(await run(server)) })));
  hasEnded = true;
  if (isEnding) return 1;
  const others = servers.length > 1 ? '; stopping the rest' : '';
  console.error(`✖ The ${first.name} ended (${exitReason(first)})${others}.`);
  const next = 'The lines above say why it ended: put that right, then start the store again.';
  if (first.hasGivenUp) console.error(`  It was started again ${first.tries} times. ${next}`);
  await endTasks();
  return exitCode(first);
}

/**
 * Runs a server and restarts it when it dies, first after `firstWaitMs`, then after twice as long each time. Resolves
 * when it ended permanently: with exit code 0, before it was ever ready, or after five tries in a row (decision 0028).
 */
export async function keepRunning(start, { name, isWanted, firstWaitMs = 1_000, say = console.error }) {
  let tries = 0;
  let wasReady = false;
  let readyAt = Infinity;
  const onceReady = () => {
    wasReady = true;
    readyAt = performance.now();
  };
  for (;;) {
    const ended = await start(onceReady).ended;
    // A server that has run for a minute has no permanent fault.
    if (performance.now() - readyAt > 60_000) tries = 0;
    readyAt = Infinity;
    const hasGivenUp = tries === triesMax;
    if (!isWanted() || !wasReady || ended.code === 0 || hasGivenUp) return { ...ended, tries, hasGivenUp };
    const waitMs = firstWaitMs * 2 ** tries++;
    const how = `It starts again in ${waitMs / 1000} s (try ${tries} of ${triesMax}).`;
    say(`✖ The ${name} ended (${exitReason(ended)}). ${how}`);
    await wait(waitMs);
    if (!isWanted()) return { ...ended, tries, hasGivenUp };
  }
}

/** Runs a server until all must end, and restarts it after each change of a file below the `paths`. */
export async function keepCurrent(start, { name, paths, isWanted, beforeStart, say = console.log }) {
  for (;;) {
    const before = stateOf(paths);
    await beforeStart?.();
    const task = start();
    let isChanged = false;
    task.ended.then(() => {
      if (isWanted() && !isChanged)
        say(`The ${name} ended. It starts again when one of its sources changes. Ctrl-C stops everything.`);
    });
    while (!isChanged) {
      // Saving one file changes several times.
      await wait(200);
      if (!isWanted()) return task.ended;
      isChanged = stateOf(paths) !== before;
    }
    say(`A source has changed; starting the ${name} again …`);
    task.stop('SIGTERM');
    await task.ended;
  }
}

/** The times of all files below the paths. Watchers lose files that are replaced, or folders that are made again. */
export function stateOf(paths) {
  const filesIn = (path) => {
    try {
      return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
    } catch {
      return [path];
    }
  };
  const timeOf = (file) => {
    try {
      return statSync(file).ctimeMs;
    } catch {
      // It disappeared after it was listed.
      return undefined;
    }
  };
  return paths
    .flatMap(filesIn)
    .map((file) => `${file} ${timeOf(file)}`)
    .join('\n');
}
