import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { takeLock } from './lock.mjs';
import { barePath, preparePnpm } from './pnpm.mjs';
import { refuseArguments } from './problem.mjs';
import { runStep } from './step.mjs';
import { endOnSignals } from './task.mjs';
import { root } from './workspace.mjs';

/** `npm run setup`: prepares a service that later starts without npm, in a read-only folder. */
export async function run(args) {
  refuseArguments(args, 'npm run setup');
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root);
  console.log('Everything is installed and built.');
  return 0;
}

/**
 * Installs the packages and runs the turbo `tasks`. The next run repairs an interrupted one, and a second concurrent
 * run waits for the first. If all is complete already, a run takes a moment and needs no network.
 * @param options `packages` is 'running' or 'all'; `say(line)` reports the progress
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

const OUTPUTS = ['packages/db/generated', 'apps/web/.next'];

/** Turbo skips unchanged tasks and restores damaged outputs; the outputs of a killed build are deleted here first. */
async function build(root, tasks, context) {
  const begun = join(root, '.cache', 'setup', 'build-begun');
  if (existsSync(begun)) {
    for (const output of OUTPUTS) rmSync(join(root, output), { recursive: true, force: true });
  }
  writeFileSync(begun, '');
  await runStep(
    {
      title: tasks.includes('build') ? 'Building the web app (about 30 s)' : 'Generating the database client',
      command: join(root, 'node_modules', '.bin', 'turbo'),
      args: ['run', ...tasks, '--output-logs=errors-only'],
      cwd: root,
      env: await turboEnvironment(root, context),
    },
    context,
  );
  rmSync(begun);
}

/** Turbo runs the script of each package with the pnpm on the PATH. */
export async function turboEnvironment(root, context) {
  const path = barePath(join(root, 'node_modules', '.bin'), await preparePnpm(root, context));
  const quiet = {
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  return { ...process.env, ...quiet, PATH: path };
}
