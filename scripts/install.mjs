import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { barePath, preparePnpm } from './pnpm.mjs';
import { Problem } from './problem.mjs';
import { runStep } from './step.mjs';
import { node24, packageFolders, packagesUsedBy, readManifest } from './workspace.mjs';

/**
 * Installs packages unless they are here: those that running needs, or all. What an interrupted install left is thrown
 * away first. Where all are here already, all stay.
 * @param extent 'running' or 'all'
 */
export async function install(root, wanted, context) {
  if (isInstalled(root, wanted)) return;
  const pnpm = await preparePnpm(root, context);
  const begun = beginMark(root);
  const extent = readStamp(root).extent === 'all' ? 'all' : wanted;
  if (existsSync(begun)) removePackages(root);
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
  if (extent === 'running') removeUnread(root);
  writeFileSync(stampFile(root), `${extent} ${wantedStamp(root)}`);
  rmSync(begun);
}

/** Whether the packages are those that the lock file asks for; reads files only, no network. */
export function isInstalled(root, wanted) {
  const { extent, stamp } = readStamp(root);
  if (existsSync(beginMark(root)) || stamp !== wantedStamp(root)) return false;
  return [wanted, 'all'].includes(extent) && isComplete(root, extent);
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
      title: isFirst ? 'Installing packages (first time, about 20 s)' : 'Bringing the packages up to date',
      command: join(pnpm, 'pnpm'),
      args: ['install', '--frozen-lockfile', '--reporter=append-only', ...part, ...settings],
      cwd: root,
      // pnpm leaves out development packages where NODE_ENV says so.
      env: { ...process.env, PATH: barePath(pnpm), NODE_ENV: undefined },
    },
    context,
  );
}

const runningFolders = (root) => [
  ...new Set(['.', ...packagesUsedBy(root, 'apps/api'), ...packagesUsedBy(root, 'apps/web')]),
];

/** Files that nothing here reads, 300 MB together. */
const UNREAD = [
  '*.map',
  // Headers and sources for compiling add-ons.
  '*/node/node_modules/*/include/*',
  '*/better-sqlite3/deps/*',
  // Prisma for other databases, its studio and its development server.
  ...['*_bg.mysql.*', '*_bg.sqlserver.*', '*_bg.cockroachdb.*', '*/prisma/build/query_compiler_*'],
  ...['*/studio-core/dist/ui/*', '*/studio-core/dist/metafile*', '*/elkjs/lib/*'],
  ...['*/pglite/dist/*.wasm', '*/pglite/dist/*.data', '*/pglite/dist/*.tar.gz'],
];

function removeUnread(root) {
  const paths = UNREAD.flatMap((path) => ['-o', '-path', path]).slice(1);
  spawnSync('find', [join(root, 'node_modules', '.pnpm'), '-type', 'f', '(', ...paths, ')', '-delete']);
}

function removePackages(root) {
  for (const folder of packageFolders(root)) {
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Every direct dependency is in its place, and the Node that everything runs on starts. */
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
  const text = existsSync(stampFile(root)) ? readFileSync(stampFile(root), 'utf8') : '';
  const [extent, stamp] = text.split(' ');
  return { extent, stamp };
}

/** Inside node_modules, so that whoever deletes that deletes the claim that it is complete. */
function stampFile(root) {
  return join(root, 'node_modules', '.setup-stamp');
}

function beginMark(root) {
  return join(root, '.cache', 'setup', 'install-begun');
}
