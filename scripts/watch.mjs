import { spawn } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

// node watch.mjs PROGRAM FOLDER …: runs a program, and runs it anew whenever a file in one of the folders changes.
// Node's own --watch, and a recursive watch on Linux, lose sight of a file once an editor has saved it by renaming
// another into its place. Watching each folder by itself does not.
const [program, ...folders] = process.argv.slice(2);

/** Saving one file makes several events, and saving all of them many. */
const settleMs = 100;

let child = run();
let timer;
let isStopping = false;
let watchers = folders.flatMap(watchersOf);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

/** Watches a folder and all folders in it. A folder that is deleted meanwhile has no watcher. */
function watchersOf(folder) {
  try {
    // The watcher comes first: it sees what is added to the folder after it was listed.
    const watcher = watch(folder, runAnewSoon).on('error', () => watcher.close());
    const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [watcher, ...inner.flatMap(({ name }) => watchersOf(join(folder, name)))];
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Watches all folders from the start: a folder that was deleted and made again is another one. */
function watchAnew() {
  for (const watcher of watchers) watcher.close();
  watchers = folders.flatMap(watchersOf);
}

function run() {
  const next = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  next.on('message', (message) => process.send?.(message));
  next.on('exit', () => {
    if (isStopping) process.exit(0);
  });
  return next;
}

function runAnewSoon() {
  clearTimeout(timer);
  timer = setTimeout(runAnew, settleMs);
}

function runAnew() {
  if (isStopping) return;
  watchAnew();
  console.log('A source has changed; starting the API again …');
  if (hasEnded(child)) child = run();
  else {
    child.removeAllListeners('exit');
    child.once('exit', () => {
      child = isStopping ? process.exit(0) : run();
    });
    child.kill('SIGTERM');
  }
}

function stop() {
  isStopping = true;
  if (hasEnded(child)) process.exit(0);
  child.kill('SIGTERM');
}

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;
