import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

// node watch.mjs PROGRAM FOLDER …: runs a program, and runs it anew whenever a file in one of the folders changes.
// Node's own --watch, and a recursive watch on Linux, lose sight of a file once an editor has saved it by renaming
// another into its place; watching the folder itself does not.
const [program, ...folders] = process.argv.slice(2);

/** Saving one file makes several events, and saving all of them many. */
const settleMs = 100;

let child = run();
let timer;
let isStopping = false;

for (const folder of folders)
  watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(runAnew, settleMs);
  });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

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
