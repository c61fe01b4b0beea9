import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { barePath, preparePnpm } from './pnpm.mjs';
import { Problem } from './problem.mjs';
import { runStep } from './step.mjs';
import { node24, packageFolders, packagesUsedBy, readManifest } from './workspace.mjs';

/**
 * Installs missing packages, after it has deleted the remains of an interrupted install. A complete installation of all
 * packages is not reduced to those of the servers.
 * @param wanted 'running' for the packages of the servers, or 'all'
 */
export async function install(root, wanted, context) {
  if (isInstalled(root, wanted)) return;
  const pnpm = await preparePnpm(root, context);
  const begun = beginMark(root);
  const { kind } = readStamp(root);
  const extent = kind === 'all' ? 'all' : wanted;
  // pnpm does not restore files that `removeUnread` deleted.
  if (existsSync(begun) || kind !== kindOf(extent)) removePackages(root);
  rmSync(stampFile(root), { force: true });
  mkdirSync(dirname(begun), { recursive: true });
  writeFileSync(begun, '');
  await runPnpm(root, extent, pnpm, context);
  if (!isComplete(root, extent)) {
    context.say('The packages are incomplete; installing them afresh.');
    removePackages(root);
    await runPnpm(root, extent, pnpm, context);
  }
  if (!isComplete(root, extent)) {
    throw new Problem(
      'pnpm ended without an error, yet packages are missing.',
      'Delete node_modules and run it again.',
    );
  }
  if (extent === 'running') await removeUnread(root, context);
  writeFileSync(stampFile(root), `${kindOf(extent)} ${wantedStamp(root)}`);
  rmSync(begun);
}

/** Whether the packages match the lock file. Uses no network. */
export function isInstalled(root, wanted) {
  const { kind, stamp } = readStamp(root);
  if (existsSync(beginMark(root)) || stamp !== wantedStamp(root)) return false;
  return [kindOf(wanted), 'all'].includes(kind) && isComplete(root, kind === 'all' ? 'all' : wanted);
}

async function runPnpm(root, extent, pnpm, context) {
  const names = runningFolders(root).map((folder) => readManifest(root, folder).name);
  const part = extent === 'running' ? ['--prod', ...names.map((name) => `--filter=${name}`)] : [];
  const isFirst = !existsSync(join(root, 'node_modules'));
  const quick = ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=5000'];
  const settings = ['confirm-modules-purge=false', 'modules-cache-max-age=0', ...quick].map(
    (setting) => `--config.${setting}`,
  );
  await runStep(
    {
      title: isFirst ? 'Installing packages (first time, 20 s to 2 min)' : 'Bringing the packages up to date',
      command: join(pnpm, 'pnpm'),
      args: ['install', '--frozen-lockfile', '--reporter=append-only', ...part, ...settings],
      cwd: root,
      // With NODE_ENV=production pnpm would leave out development packages.
      env: { ...process.env, PATH: barePath(pnpm), NODE_ENV: undefined },
    },
    context,
  );
}

const runningFolders = (root) => [
  ...new Set(['.', ...packagesUsedBy(root, 'apps/api'), ...packagesUsedBy(root, 'apps/web')]),
];

/** Files that no server reads, 300 MB together. */
const UNREAD = [
  '*.map',
  // Headers and sources for compiling add-ons of Node.
  '*/node/node_modules/*/include/*',
  '*/better-sqlite3/deps/*',
  // Prisma for other databases, its studio and its development server.
  ...['*_bg.mysql.*', '*_bg.sqlserver.*', '*_bg.cockroachdb.*', '*/prisma/build/query_compiler_*'],
  ...['*/studio-core/dist/ui/*', '*/studio-core/dist/metafile*', '*/elkjs/lib/*'],
  ...['*/pglite/dist/*.wasm', '*/pglite/dist/*.data', '*/pglite/dist/*.tar.gz'],
];

function removeUnread(root, context) {
  const paths = UNREAD.flatMap((path) => ['-o', '-path', path]).slice(1);
  // The search is relative, as the path of the checkout itself could match.
  const cwd = join(root, 'node_modules', '.pnpm');
  const args = ['.', '-type', 'f', '(', ...paths, ')', '-delete'];
  return runStep({ title: 'Deleting files that no server reads', command: 'find', args, cwd }, context);
}

/** The kind of an installation, as the stamp names it: 'all', or 'running' with a hash of the deleted files. */
const kindOf = (extent) =>
  extent === 'all' ? 'all' : `running-${createHash('sha256').update(UNREAD.join('\n')).digest('hex')}`;

function removePackages(root) {
  for (const folder of packageFolders(root)) {
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether every direct dependency is present, and the installed Node starts. */
function isComplete(root, extent) {
  const folders = extent === 'all' ? packageFolders(root) : runningFolders(root);
  const isLinked = folders.every((folder) => {
    const { dependencies, devDependencies } = readManifest(root, folder);
    const names = Object.keys({ ...dependencies, ...(extent === 'all' && devDependencies) });
    return names.every((name) => existsSync(join(root, folder, 'node_modules', name, 'package.json')));
  });
  const wanted = `v${readManifest(root, '.').dependencies.node}`;
  return isLinked && spawnSync(node24(root), ['--version'], { encoding: 'utf8' }).stdout?.trim() === wanted;
}

/** A hash of everything that decides the content of node_modules, including the path, which pnpm writes there. */
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
  const text = existsSync(stampFile(root)) ? readFileSync(stampFile(root), 'utf8') : '';
  const [kind, stamp] = text.split(' ');
  return { kind, stamp };
}

function stampFile(root) {
  return join(root, 'node_modules', '.setup-stamp');
}

function beginMark(root) {
  return join(root, '.cache', 'setup', 'install-begun');
}
