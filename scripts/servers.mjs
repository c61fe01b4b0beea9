import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { endTasks, exitReason, isStopping, startTask } from './task.mjs';
import { node24 } from './workspace.mjs';

const env = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  // The cache saves half of the time of a start, and the 20 MB of the compiler.
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
};
// V8 then keeps less garbage, and an import can free memory. This saves 50 MB (decision 0015).
const apiFlags = ['--max-semi-space-size=8', '--expose-gc'];
// Otherwise V8 lets garbage grow with the memory of the machine (decision 0036).
const webFlags = ['--max-semi-space-size=16', '--max-old-space-size=256'];

/** The servers of production, with the arguments of Node in the top folder. The files in `deploy` use the same ones. */
export const programs = [
  { key: 'api', name: 'API', args: [...apiFlags, 'apps/api/src/main.ts'], env },
  { key: 'web', name: 'web app', args: [...webFlags, 'apps/web/src/main.ts'], env },
];

/** The time for a server to end, longer than the longest DRAIN_SECONDS. A second Ctrl-C does not wait for it. */
const graceMs = 70_000;

const triesMax = 5;
/** A server that has run this long has no permanent fault, so its tries count from zero again. */
const stableMs = 60_000;

/**
 * Runs servers and restarts those that die. When one server ends permanently, the others are ended too. Resolves to the
 * exit code for this process.
 * @param servers `{ name, args, env }` each; a server sends `{ ready: address }` by IPC once it listens
 * @param options `onReady(addresses, tell)` is called once all servers are ready. `addresses` is `{ [name]: address }`,
 *   and `tell(name, message)` sends a message to a server. `onMessage(message)` gets the other messages of servers.
 *   `firstWaitMs` is the time before the first restart.
 */
export async function runServers(root, servers, { onReady, onMessage = () => {}, firstWaitMs = 1_000 }) {
  const addresses = {};
  const tasks = {};
  const tell = (name, message) => tasks[name]?.send(message);
  let isEnding = false;
  const start = ({ name, args, env }, onceReady) => {
    const receive = (message) => {
      if (typeof message?.ready !== 'string') return onMessage(message);
      onceReady();
      if (addresses[name]) return console.log(`  The ${name} is running again: ${message.ready}\n`);
      addresses[name] = message.ready;
      if (Object.keys(addresses).length === servers.length) onReady(addresses, tell);
    };
    const options = { cwd: root, env: { ...process.env, ...env }, onMessage: receive, graceMs };
    tasks[name] = startTask(node24(root), args, options);
    return tasks[name].ended;
  };
  const isWanted = () => !isStopping() && !isEnding;
  const ends = servers.map(async (server) => {
    const options = { name: server.name, firstWaitMs, isWanted };
    return { name: server.name, ...(await keepRunning((onceReady) => start(server, onceReady), options)) };
  });
  const first = await Promise.race(ends);
  isEnding = true;
  if (isStopping()) return new Promise(() => {});
  const code = first.code ?? 128 + (constants.signals[first.signal] ?? 0);
  const others = servers.length > 1 ? '; stopping the rest' : '';
  console.error(`✖ The ${first.name} ended (${exitReason(first)})${others}.`);
  if (first.hasGivenUp)
    console.error(
      `  It was started again ${first.tries} times. The lines above say why it ended: put that right, then start the store again.`,
    );
  await endTasks();
  return code;
}

/**
 * Runs a server and restarts it when it dies, first after `firstWaitMs`, then after twice as long each time. Resolves
 * to
 * `{ code, signal, tries, hasGivenUp }` when the server ended permanently: with exit code 0, before it was ever ready
 * (such as for a wrong setting), or after five tries in a row that each lasted less than a minute.
 * @param start starts the server, calls its argument when the server is ready, and resolves when the server has ended
 * @param options `isWanted()` turns false when all servers must end
 */
export async function keepRunning(start, { name, firstWaitMs, isWanted, say = console.error }) {
  let tries = 0;
  let wasReady = false;
  for (;;) {
    let stable;
    const ended = await start(() => {
      wasReady = true;
      stable = setTimeout(() => {
        tries = 0;
      }, stableMs).unref();
    });
    clearTimeout(stable);
    const hasGivenUp = tries === triesMax;
    if (!isWanted() || !wasReady || ended.code === 0 || hasGivenUp) return { ...ended, tries, hasGivenUp };
    const waitMs = firstWaitMs * 2 ** tries;
    tries++;
    say(
      `✖ The ${name} ended (${exitReason(ended)}). It starts again in ${waitMs / 1000} s (try ${tries} of ${triesMax}).`,
    );
    await wait(waitMs);
    if (!isWanted()) return { ...ended, tries, hasGivenUp };
  }
}
