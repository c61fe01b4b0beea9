import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endSession } from './session.mjs';

const LEASH = fileURLToPath(new URL('session-leader.mjs', import.meta.url));
const running = new Set();

/**
 * Starts a command on a leash. `ended` resolves to `{ code, signal, output }` once all its processes have ended. With
 * `isCaptured`, `output` has both streams in order; otherwise they go to the streams of this process. `onMessage` opens
 * an IPC channel to the command; `send` writes to it.
 * @param options `{ cwd, env, lock, onMessage, isCaptured, graceMs }`
 */
export function startTask(command, args, options = {}) {
  const { cwd, env, lock, onMessage, isCaptured = false, graceMs = 10_000 } = options;
  const out = isCaptured ? 'pipe' : 'inherit';
  const leash = spawn(
    process.execPath,
    [LEASH, String(graceMs), onMessage ? 'ipc' : 'plain', command, ...args],
    { cwd, env, detached: true, stdio: ['ignore', out, out, 'ipc', lock?.fd ?? 'ignore'] },
  );
  let output = '';
  for (const stream of isCaptured ? [leash.stdout, leash.stderr] : []) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  let result;
  leash.on('message', (message) => {
    if (message?.ended) result = message.ended;
    else onMessage?.(message);
  });
  const task = {
    send: (message) => leash.connected && leash.send(message),
    stop: (signal) => leash.kill(signal),
    kill: () => {
      leash.kill('SIGKILL');
      endSession(leash.pid);
    },
  };
  running.add(task);
  // A leash that was killed itself could not clean up any more.
  leash.on('exit', () => endSession(leash.pid));
  // The last message may come after the exit, so both the streams and the channel must have closed.
  task.ended = Promise.all([once(leash, 'close'), once(leash, 'disconnect')]).then(([[, signal]]) => {
    running.delete(task);
    if (result?.error) output += `${command}: ${result.error}\n`;
    return { code: null, signal, ...result, output };
  });
  return task;
}

/**
 * Ends every running task: with `signal`, or at once. Resolves when all their processes have ended. The signal matters:
 * on SIGTERM the API waits for its load balancer, on Ctrl-C it does not.
 */
export async function endTasks(isAtOnce = false, signal = 'SIGTERM') {
  const tasks = [...running];
  for (const task of tasks) isAtOnce ? task.kill() : task.stop(signal);
  await Promise.all(tasks.map((task) => task.ended));
}
