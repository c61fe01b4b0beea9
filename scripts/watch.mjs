import { spawn } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
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

const watched = new Map();
watchNested();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

/** Watches all folders below the given ones, those that were made since the last call too. */
function watchNested() {
  for (const [path, watcher] of watched) if (!isFolder(path)) forget(path, watcher);
  for (const folder of folders) for (const path of nestedFolders(folder)) watchOne(path);
}

function nestedFolders(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const nested = entries.filter((entry) => entry.isDirectory());
  return [folder, ...nested.map(({ parentPath, path, name }) => join(parentPath ?? path, name))];
}

function watchOne(path) {
  if (watched.has(path)) return;
  const watcher = watch(path, () => {
    clearTimeout(timer);
    timer = setTimeout(runAnew, settleMs);
  });
  watcher.on('error', () => forget(path, watcher));
  watched.set(path, watcher);
}

function forget(path, watcher) {
  watcher.close();
  watched.delete(path);
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
  watchNested();
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
