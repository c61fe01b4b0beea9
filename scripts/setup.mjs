import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { takeLock } from './lock.mjs';

/**
 * Brings a checkout to where everything can run: packages, then the turbo `tasks`. Safe to interrupt at any moment
 * and to run twice at once; when nothing is to do it takes a moment and uses no network.
 * @param options `packages` are those for 'running' or 'all'; `say(line)` tells the progress
 * @throws Problem
 */
export async function setup(
  root,
  { packages = 'running', tasks = ['generate', 'build'], say = console.log } = {},
) {
  const lock = await takeLock(join(root, '.cache', 'setup'), (pid, doing) =>
    say(`Another start (process ${pid}) is at work in this folder: ${doing}. Waiting for it …`),
  );
  try {
    await install(root, packages, { say, lock });
    if (tasks.length > 0) await build(root, tasks, { say, lock });
  } finally {
    lock.release();
  }
}
