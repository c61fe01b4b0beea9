import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endSession } from './session.mjs';

const SESSION_LEADER = fileURLToPath(new URL('session-leader.mjs', import.meta.url));
const running = new Set();
let firstSignalAt = 0;

/**
 * Starts a command in a new session, which ends with this process. `ended` resolves to `{ code, signal, output }`
 * after all processes of the session have ended. With `isCaptured`, `output` has both streams in order; otherwise they
 * go to the streams of this process. `onMessage` opens an IPC channel to the command; `send` writes to it.
 * @param options `{ cwd, env, lock, onMessage, isCaptured, graceMs }`
 */
export function startTask(command, args, options = {}) {
  const { cwd, env, lock, onMessage, isCaptured = false, graceMs = 10_000 } = options;
  const out = isCaptured ? 'pipe' : 'inherit';
  const leader = spawn(
    process.execPath,
    [SESSION_LEADER, String(graceMs), onMessage ? 'ipc' : 'plain', command, ...args],
    { cwd, env, detached: true, stdio: ['ignore', out, out, 'ipc', lock?.fd ?? 'ignore'] },
  );
  let output = '';
  for (const stream of isCaptured ? [leader.stdout, leader.stderr] : []) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  let result;
  leader.on('message', (message) => {
    if (message?.ended) result = message.ended;
    else onMessage?.(message);
  });
  const task = {
    send: (message) => leader.connected && leader.send(message),
    stop: (signal) => leader.kill(signal),
    kill: () => {
      leader.kill('SIGKILL');
      endSession(leader.pid);
    },
  };
  running.add(task);
  // A killed leader cannot end its session.
  leader.on('exit', () => endSession(leader.pid));
  // The last message may arrive after the exit, so the streams and the channel must have closed.
  task.ended = Promise.all([once(leader, 'close'), once(leader, 'disconnect')]).then(([[, signal]]) => {
    running.delete(task);
    if (result?.error) output += `${command}: ${result.error}\n`;
    return { code: null, signal, ...result, output };
  });
  return task;
}

/** Names the signal or the exit code with which a task ended. */
export const exitReason = ({ code, signal }) => signal ?? `exit code ${code}`;

/**
 * Ends every running task with `signal`, or kills it. Resolves when all processes of the tasks have ended. On SIGTERM
 * the API waits for its load balancer; on Ctrl-C it does not.
 */
export async function endTasks(isKill = false, signal = 'SIGTERM') {
  const tasks = [...running];
  for (const task of tasks) isKill ? task.kill() : task.stop(signal);
  await Promise.all(tasks.map((task) => task.ended));
}

/** Whether a signal is ending this process. */
export const isStopping = () => firstSignalAt > 0;

/**
 * From now on Ctrl-C, SIGTERM, SIGHUP and the death of npm end every task, and then this process with the usual exit
 * code. A second Ctrl-C kills the tasks. Returns a function that removes these handlers.
 */
export function endOnSignals(say = () => {}) {
  const stop = async (signal) => {
    // The terminal and npm both send a Ctrl-C to this process, so two signals within 300 ms count as one.
    if (firstSignalAt && Date.now() - firstSignalAt < 300) return;
    const isSecond = isStopping();
    if (!isSecond) {
      firstSignalAt = Date.now();
      say();
    }
    await endTasks(isSecond, signal);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  // npm is the parent process, as the scripts in package.json begin with `exec`.
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === npm) return;
    clearInterval(timer);
    stop('SIGHUP');
  }, 500).unref();
  return () => {
    for (const signal of signals) process.off(signal, stop);
    clearInterval(timer);
  };
}
