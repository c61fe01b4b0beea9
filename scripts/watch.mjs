import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

// node watch.mjs NAME PATH … -- PROGRAM …: runs a program, and runs it anew whenever a file below one of the paths
// changes. Node's own --watch, and a recursive watch on Linux, lose sight of a file once an editor has saved it by
// renaming another into its place; chokidar 5 of a folder that is deleted and made again. A watch of each folder does not.
const [name, ...words] = process.argv.slice(2);
const paths = words.slice(0, words.indexOf('--'));
const program = words.slice(paths.length + 1);

/** Saving one file makes several events, and saving all of them many. */
const settleMs = 100;

let timer;
let isStopping = false;
let hasNewModels = false;
let child = run();

let watchers = paths.flatMap(watchersOf);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

/** Watches a file, or a folder and all folders in it. A folder that is deleted meanwhile has no watcher. */
function watchersOf(path) {
  try {
    // The watcher comes first: it sees what is added to the folder after it was listed.
    const watcher = watch(path, runAnewSoon).on('error', () => watcher.close());
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

/** Watches all paths from the start: a folder that was deleted and made again is another one. */
function watchAnew() {
  for (const watcher of watchers) watcher.close();
  watchers = paths.flatMap(watchersOf);
}

function runAnewSoon(_event, file) {
  hasNewModels ||= file?.endsWith('.prisma') ?? false;
  clearTimeout(timer);
  timer = setTimeout(runAnew, settleMs);
}

function run() {
  // The database client is made from the models.
  if (hasNewModels) spawnSync(process.execPath, ['generate.ts'], { cwd: 'packages/db', stdio: 'inherit' });
  hasNewModels = false;
  const next = spawn(process.execPath, program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  next.on('message', (message) => process.send?.(message));
  next.on('exit', () => {
    if (isStopping) process.exit(0);
  });
  return next;
}

function runAnew() {
  if (isStopping) return;
  watchAnew();
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
