import { constants } from 'node:os';
import { howEnded } from './how-ended.mjs';
import { isStopping } from './stop-signals.mjs';
import { keepRunning } from './supervisor.mjs';
import { endTasks, startTask } from './task.mjs';
import { node24 } from './workspace.mjs';

/** More than the longest DRAIN_SECONDS; a second Ctrl-C does not wait for it. */
const graceMs = 70_000;

/**
 * Runs servers and restarts those that die, until one of them ends for good; then ends the others. Resolves to the exit
 * code for this process.
 * @param servers `{ name, args, env }` each; a server sends `{ ready: address }` by IPC once it listens
 * @param options `onReady(addresses, tell)` is called once all servers are ready. `addresses` is `{ [name]: address }`, and
 *   `tell(name, message)` sends a message to a server. `onMessage(message)` gets the other messages of servers.
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
    const own = { cwd: root, env: { ...process.env, ...env }, onMessage: receive, graceMs };
    tasks[name] = startTask(node24(root), args, own);
    return tasks[name].ended;
  };
  const ends = servers.map(async (server) => {
    const isWanted = () => !isStopping() && !isEnding;
    const options = { name: server.name, firstWaitMs, isWanted };
    return { name: server.name, ...(await keepRunning((onceReady) => start(server, onceReady), options)) };
  });
  const first = await Promise.race(ends);
  isEnding = true;
  if (isStopping()) return new Promise(() => {});
  const code = first.code ?? 128 + (constants.signals[first.signal] ?? 0);
  const others = servers.length > 1 ? '; stopping the rest' : '';
  console.error(`✖ The ${first.name} ended (${howEnded(first)})${others}.`);
  if (first.hasGivenUp)
    console.error(
      `  It was started again ${first.tries} times. The lines above say why it ended: put that right, then start the store again.`,
    );
  await endTasks();
  return code;
}
