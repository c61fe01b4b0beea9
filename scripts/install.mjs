import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { barePath, preparePnpm } from './pnpm.mjs';
import { Problem } from './problem.mjs';
import { runStep } from './step.mjs';
import { node24, packageFolders, readManifest } from './workspace.mjs';

/** Installs the packages unless they are all here. What an interrupted install left is thrown away first. */
export async function install(root, context) {
  if (isInstalled(root)) return;
  const pnpm = await preparePnpm(root, context);
  const begun = beginMark(root);
  if (existsSync(begun)) removePackages(root);
  rmSync(stampFile(root), { force: true });
  mkdirSync(dirname(begun), { recursive: true });
  writeFileSync(begun, '');
  await runPnpm(root, pnpm, context);
  if (!isComplete(root)) {
    context.say('The packages are incomplete; installing them afresh.');
    removePackages(root);
    await runPnpm(root, pnpm, context);
  }
  if (!isComplete(root)) {
    throw new Problem(
      'pnpm ended without an error, yet packages are missing.',
      'Delete node_modules and run it again.',
    );
  }
  writeFileSync(stampFile(root), wantedStamp(root));
  rmSync(begun);
}

/** Whether the packages are those that the lock file asks for; reads files only, no network. */
export function isInstalled(root) {
  return !existsSync(beginMark(root)) && readStamp(root) === wantedStamp(root) && isComplete(root);
}

async function runPnpm(root, pnpm, context) {
  const isFirst = !existsSync(join(root, 'node_modules'));
  const quick = ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=5000'];
  const settings = ['confirm-modules-purge=false', ...quick].map((setting) => `--config.${setting}`);
  await runStep(
    {
      title: isFirst ? 'Installing packages (first time, about 20 s)' : 'Bringing the packages up to date',
      command: join(pnpm, 'pnpm'),
      args: ['install', '--frozen-lockfile', '--reporter=append-only', ...settings],
      cwd: root,
      // Whatever NODE_ENV says elsewhere, the build and the tests need the development packages.
      env: { ...process.env, PATH: barePath(pnpm), NODE_ENV: undefined },
    },
    context,
  );
}

function removePackages(root) {
  for (const folder of packageFolders(root)) {
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Every direct dependency is in its place, and the Node that everything runs on starts. */
function isComplete(root) {
  const isLinked = packageFolders(root).every((folder) => {
    const { dependencies, devDependencies } = readManifest(root, folder);
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return names.every((name) => existsSync(join(root, folder, 'node_modules', name, 'package.json')));
  });
  const wanted = `v${readManifest(root, '.').devDependencies.node}`;
  return isLinked && spawnSync(node24(root), ['--version'], { encoding: 'utf8' }).stdout?.trim() === wanted;
}

/** Changes with all that decides what node_modules holds; the path too, as pnpm writes it into node_modules/.bin. */
function wantedStamp(root) {
  const hash = createHash('sha256').update([root, process.platform, process.arch].join('\n'));
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...packageFolders(root).map((f) => join(f, 'package.json')),
  ];
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function readStamp(root) {
  return existsSync(stampFile(root)) ? readFileSync(stampFile(root), 'utf8') : undefined;
}

/** Inside node_modules, so that whoever deletes that deletes the claim that it is complete. */
function stampFile(root) {
  return join(root, 'node_modules', '.setup-stamp');
}

function beginMark(root) {
  return join(root, '.cache', 'setup', 'install-begun');
}
