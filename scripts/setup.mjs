import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { barePath, doing, install, preparePnpm, runStep } from './install.mjs';
import { isAlive, ownName } from './processes.mjs';
import { at, bin } from './workspace.mjs';

/** Installs packages and runs the turbo `tasks`. The next run repairs an interrupted one. @throws Problem */
export async function setup({ packages = 'running', tasks = ['generate', 'build'], isServing } = {}) {
  const release = await takeLock(dirname(doing));
  try {
    await install(packages);
    await build(tasks);
    if (isServing) markServing();
  } finally {
    release();
  }
}

/** While this process lives, `install` replaces no packages. */
function markServing() {
  const mark = join(dirname(doing), `${ownName()}.serving`);
  writeFileSync(mark, '');
  process.once('exit', () => rmSync(mark, { force: true }));
}

/** Turbo skips unchanged tasks and restores damaged outputs, but not those of a killed build. */
async function build(tasks) {
  const begun = at('.cache/setup/build-begun');
  if (existsSync(begun))
    for (const output of ['packages/db/generated', 'apps/web/.next'])
      rmSync(at(output), { recursive: true, force: true });
  writeFileSync(begun, '');
  const title = tasks.includes('build')
    ? 'Building what has changed (the web app takes about 30 s)'
    : 'Generating the database client';
  const env = await turboEnvironment();
  await runStep(title, bin('turbo'), ['run', ...tasks, '--output-logs=errors-only'], { env });
  rmSync(begun);
}

/** Turbo runs the script of each package with the pnpm on the PATH. */
export async function turboEnvironment() {
  const PATH = barePath(at('node_modules/.bin'), await preparePnpm());
  const quiet = ['TURBO_TELEMETRY_DISABLED', 'TURBO_NO_UPDATE_NOTIFIER', 'NEXT_TELEMETRY_DISABLED'];
  return { ...process.env, ...Object.fromEntries(quiet.map((name) => [name, '1'])), PATH };
}

/** Waits for the lock of `folder`, and returns what releases it. Its file counts while a process of the session lives. */
export async function takeLock(folder) {
  mkdirSync(folder, { recursive: true });
  const own = `${ownName()}-${Math.random()}.lock`;
  const release = () => rmSync(join(folder, own), { force: true });
  const others = () => readdirSync(folder).filter((name) => name.endsWith('.lock') && name !== own);
  for (let tries = 1; ; tries++) {
    // Each makes its file before it looks: of two concurrent processes, at least one sees the other.
    writeFileSync(join(folder, own), '');
    const holder = others().find(isAlive);
    if (!holder) break;
    release();
    const work = existsSync(doing) ? readFileSync(doing, 'utf8') : 'setting up';
    const who = `Another start (process ${Number.parseInt(holder, 10)}) is at work in this folder`;
    if (tries === 5) console.log(`${who}: ${work}. Waiting for it …`);
    await wait(20 + Math.random() * 150);
  }
  // No process makes a file with the name of a dead one again.
  const dead = readdirSync(folder).filter((name) => /\.(lock|serving)$/.test(name) && !isAlive(name));
  for (const name of dead) rmSync(join(folder, name), { force: true });
  return release;
}
