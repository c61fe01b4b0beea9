import { spawn } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

// node watch.mjs PROGRAM FOLDER …: runs a program, and runs it anew whenever a file in one of the folders changes.
// Node's own --watch, and a recursive watch on Linux, lose sight of a file once an editor has saved it by renaming
// another into its place. Watching each folder by itself does not.
const [program, ...folders] = process.argv.slice(2);

/** Saving one file makes several events, and saving all of them many. */
const settleMs = 100;

let timer;
let isStopping = false;
let watchers = [];

watchAll();
let child = run();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

/** Watches all folders as they are now: the watcher of a folder does not see another one that takes its place. */
function watchAll() {
  for (const watcher of watchers) watcher.close();
  watchers = [];
  folders.forEach(watchNested);
}

/** Watches a folder and those in it. A folder that was deleted meanwhile is left out. */
function watchNested(folder) {
  try {
    watchers.push(watch(folder, settle).on('error', () => undefined));
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watchNested(join(folder, entry.name));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(error.code)) throw error;
  }
}

function settle() {
  clearTimeout(timer);
  timer = setTimeout(runAnew, settleMs);
}

function run() {
  const next = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  next.on('message', (message) => process.send?.(message));
  next.on('exit', () => {
    if (isStopping) process.exit(0);
  });
  return next;
}

function runAnew() {
  if (isStopping) return;
  watchAll();
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
