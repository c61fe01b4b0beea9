import { constants } from 'node:os';
import { isStopping } from './stop-signals.mjs';
import { endTasks, startTask } from './task.mjs';
import { node24 } from './workspace.mjs';

/** More than the longest DRAIN_SECONDS; a second Ctrl-C does not wait for it. */
const graceMs = 70_000;

/**
 * Runs servers until one of them ends, then ends the others. Resolves to the exit code for this process.
 * @param servers `{ name, args, env }` each; a server sends `{ ready: address }` by IPC once it listens
 * @param onReady called once with `{ [name]: address }` when all are
 */
export async function runServers(root, servers, onReady) {
  const addresses = {};
  const tasks = servers.map(({ name, args, env }) => {
    const onMessage = (message) => {
      if (typeof message?.ready !== 'string' || addresses[name]) return;
      addresses[name] = message.ready;
      if (Object.keys(addresses).length === servers.length) onReady(addresses);
    };
    const own = { cwd: root, env: { ...process.env, ...env }, onMessage, graceMs };
    const task = startTask(node24(root), args, own);
    return task.ended.then((ended) => ({ name, ...ended }));
  });
  const first = await Promise.race(tasks);
  if (isStopping()) return new Promise(() => {});
  const code = first.code ?? 128 + (constants.signals[first.signal] ?? 0);
  const others = servers.length > 1 ? '; stopping the rest' : '';
  console.error(`✖ The ${first.name} ended (${first.signal ?? `exit code ${code}`})${others}.`);
  await endTasks();
  return code;
}
