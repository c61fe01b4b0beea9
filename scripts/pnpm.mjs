import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runStep } from './step.mjs';
import { readManifest } from './workspace.mjs';

/** The folder with the `pnpm` command of the version in package.json. A missing version is fetched. */
export async function preparePnpm(root, context) {
  const [, version] = readManifest(root, '.').packageManager.match(/^pnpm@([^+]+)/);
  const folder = `pnpm-${version}`;
  const home = join(root, '.cache', folder);
  if (!existsSync(home)) {
    await fetchPnpm(version, `${home}.part`, context);
    renameSync(`${home}.part`, home);
  }
  for (const name of readdirSync(join(root, '.cache'))) {
    if (name.startsWith('pnpm-') && name !== folder) rmSync(join(root, '.cache', name), { recursive: true });
  }
  return commandFolder(home);
}

/** `PATH` without the node_modules/.bin folders that npm adds, as their commands may be half installed. */
export function barePath(...first) {
  const own = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith('node_modules/.bin'));
  return [...first, dirname(process.execPath), ...own].join(delimiter);
}

async function fetchPnpm(version, home, context) {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const env = { ...process.env, PATH: barePath() };
  const quick = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  await runStep(
    {
      title: `Fetching pnpm ${version}`,
      command: 'npm',
      args: ['install', ...quick, ...quiet, '--ignore-scripts=false', '--global=false', `pnpm@${version}`],
      cwd: home,
      env: { ...env, npm_config_prefix: undefined, npm_config_local_prefix: undefined },
    },
    context,
  );
  const check = { title: 'Checking pnpm', command: join(commandFolder(home), 'pnpm'), args: ['--version'] };
  await runStep({ ...check, cwd: home, env }, context);
}

function commandFolder(home) {
  return join(home, 'node_modules', 'pnpm');
}
