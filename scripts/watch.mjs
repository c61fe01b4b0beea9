import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

// node watch.mjs NAME PATH … -- PROGRAM …: runs a program, and restarts it when a file below one of the paths changes.
// Node's --watch and its recursive watch on Linux lose a file that an editor replaces by renaming another file.
// chokidar 5 loses a folder that is deleted and created again. A watcher for each folder loses neither.
const [name, ...words] = process.argv.slice(2);
const paths = words.slice(0, words.indexOf('--'));
const program = words.slice(paths.length + 1);

/** Saving one file causes several events. */
const settleMs = 100;
const inDb = { cwd: 'packages/db', stdio: 'inherit' };

let timer;
let isStopping = false;
let hasNewModels = false;
let child = run();

let watchers = paths.flatMap(watchersOf);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

/** Watches a file, or a folder and all folders in it, and skips a folder that is deleted meanwhile. */
function watchersOf(path) {
  try {
    // The watcher starts before the listing, so that no addition is missed.
    const watcher = watch(path, restartSoon).on('error', () => watcher.close());
    return [watcher, ...foldersIn(path).flatMap((folder) => watchersOf(join(path, folder)))];
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function foldersIn(path) {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (error.code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Renews all watchers, as a folder that was deleted and created again needs a new one. */
function renewWatchers() {
  for (const watcher of watchers) watcher.close();
  watchers = paths.flatMap(watchersOf);
}

function restartSoon(_event, file) {
  hasNewModels ||= file?.endsWith('.prisma') ?? false;
  clearTimeout(timer);
  timer = setTimeout(restart, settleMs);
}

function run() {
  // A failed generation is tried again after the next change.
  if (hasNewModels) hasNewModels = spawnSync(process.execPath, ['generate.ts'], inDb).status !== 0;
  const next = spawn(process.execPath, program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  next.on('message', (message) => process.send?.(message));
  next.on('exit', () => {
    if (isStopping) process.exit(0);
    console.log(
      `The ${name} ended. It starts again when one of its sources changes. Ctrl-C stops everything.`,
    );
  });
  return next;
}

function restart() {
  if (isStopping) return;
  renewWatchers();
  console.log(`A source has changed; starting the ${name} again …`);
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
