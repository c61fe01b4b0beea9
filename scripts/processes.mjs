import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { at, root } from './workspace.mjs';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
export const exitCode = ({ code, signal }) => code ?? 128 + constants.signals[signal];
export const exitReason = ({ code, signal }) => signal ?? `exit code ${code}`;
const hasProc = existsSync('/proc/self/stat');
const running = new Set();
export let isEnding = false;

/**
 * Runs main.mjs in a session, all processes of which end after a signal, or when it, this process or npm dies. `isBound`:
 * they also end when the process that started npm dies, or closes the pipe that is standard input.
 */
export async function runInSession(args, { isBound = false } = {}) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = spawn(process.execPath, [at('scripts/main.mjs'), ...args], { detached: true, stdio });
  let passedAt = 0;
  const pass = (signal) => {
    // The terminal and npm both send a Ctrl-C to this process.
    if (Date.now() - passedAt > 300) child.kill(signal);
    passedAt ||= Date.now();
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  // npm is the parent process, as the scripts in package.json begin with `exec`.
  const npm = process.env.npm_lifecycle_event ? process.ppid : undefined;
  const starter = isBound ? statOf(npm)?.parent : undefined;
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
    if (child.connected) child.disconnect();
  };
  const endWithNpm = () => {
    if (npm === undefined) return;
    if (npm !== process.ppid || (starter !== undefined && starter !== statOf(npm)?.parent)) leave();
  };
  const timer = setInterval(endWithNpm, 500);
  if (isBound && isPipe(0)) process.stdin.on('error', leave).on('close', leave).resume();
  const [code, signal] = await once(child, 'exit');
  clearInterval(timer);
  for (const name of SIGNALS) process.off(name, pass);
  endSession(child.pid);
  // Nobody else asks: npm is dead then.
  return hasLeft ? 0 : exitCode({ code, signal });
}

/** In a session: a signal ends every task and then all else, with the usual exit code. A second one does not wait. */
export function endOnSignals() {
  const stop = async (signal) => {
    if (!isEnding) {
      isEnding = true;
      console.log('\nStopping …');
      await endTasks(signal);
    }
    process.exit(exitCode({ signal }));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // The system closes the channel to `runInSession` after kill -9 too.
  process.on('disconnect', () => stop('SIGTERM'));
  process.on('exit', () => endSession(process.pid));
}

/** /dev/null, a file and a terminal never close. */
function isPipe(fd) {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket();
}

/**
 * Starts a command. `isCaptured` collects both streams in order, or only 'stdout'; `isQuiet` makes its output error output.
 * `onMessage` opens an IPC channel.
 */
export function startTask(command, args, options = {}) {
  const { cwd = root, env, onMessage, isCaptured, isQuiet, onOutput, graceMs = 10_000 } = options;
  const out = isCaptured ? 'pipe' : isQuiet ? 2 : 'inherit';
  const stdio = ['ignore', out, isCaptured === 'stdout' ? 'inherit' : out, onMessage ? 'ipc' : 'ignore'];
  const child = spawn(command, args, { cwd, env, stdio });
  let output = '';
  const add = (text) => {
    output += text;
    onOutput?.(output);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
  if (onMessage) child.on('message', onMessage);
  const ended = new Promise((resolve) => {
    const end = (code, signal) => resolve({ code, signal, output });
    child.on('close', end);
    // A process that the command left behind may hold its streams.
    child.on('exit', (...how) => setTimeout(end, 5_000, ...how).unref());
    child.on('error', ({ message }) => {
      add(`${command}: ${message}\n`);
      end(127);
    });
  });
  const task = { ended, graceMs, send: (text) => child.send(text), stop: (signal) => child.kill(signal) };
  running.add(task);
  ended.then(() => running.delete(task));
  return task;
}

/** Runs a command to its end. After a signal this never resolves, as `endOnSignals` ends this process. */
export async function runTask(command, args, options) {
  const end = await startTask(command, args, options).ended;
  return isEnding ? new Promise(() => {}) : end;
}

/** Sends `signal` to the tasks with a time of grace, and waits. On SIGTERM the API waits for its load balancer. */
export async function endTasks(signal = 'SIGTERM') {
  const tasks = [...running].filter(({ graceMs }) => graceMs > 0);
  for (const task of tasks) task.stop(signal);
  await Promise.all(tasks.map(({ ended, graceMs }) => Promise.race([ended, wait(graceMs)])));
}

/** Kills all other processes of a session. Turbo and pnpm put theirs into other process groups. */
function endSession(id) {
  // macOS has no /proc, so only the process group can be killed.
  if (!hasProc && id !== process.pid) kill(-id);
  for (let round = 0; round < 200 && othersIn(id).length > 0; round++) {
    for (const pid of othersIn(id)) kill(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

export const ownName = () => `${process.pid}-${statOf(process.pid)?.since}`;

/** The processes that this one knows: those in other containers have other numbers. */
export const ownSpace = () => (hasProc ? readlinkSync('/proc/self/ns/pid').replace(/\D+/g, '') : 'all');

/** Whether the process of this name, or a process of its session, is alive. */
export function isAlive(name) {
  const [pid, since] = name.match(/\w+/g);
  if (!hasProc) return kill(Number(pid), 0);
  const found = statOf(pid);
  // A process with a later start only has the id of the dead one.
  return found ? found.since === since : othersIn(Number(pid)).length > 0;
}

function othersIn(session) {
  const pids = hasProc ? readdirSync('/proc').map(Number).filter(Boolean) : [];
  return pids.filter((pid) => pid !== process.pid && statOf(pid)?.session === session);
}

function statOf(pid) {
  try {
    // "pid (name) state ppid pgrp session …"; the name may contain spaces and brackets.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return { parent: fields[1], session: Number(fields[3]), since: fields[19] };
  } catch {
    return undefined;
  }
}

function kill(pid, signal = 'SIGKILL') {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
