import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { explain, Problem } from './problem.mjs';
import { exitReason, isAlive, startTask } from './processes.mjs';
import { at, node24, packageFolders, packagesUsedBy, readManifest } from './workspace.mjs';

const stampFile = at('node_modules/.setup-stamp');
const begun = at('.cache/setup/install-begun');
export const doing = at('.cache/setup/doing');
// A quicker step says nothing.
const quickMs = 700;
// Without a network, a step then fails after seconds.
const QUICK = ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=5000'];

/** Installs missing packages: 'all', or 'running', which are those of the servers. All are never reduced to these. */
export async function install(wanted) {
  if (isInstalled(wanted)) return;
  const serving = readdirSync(dirname(doing)).find((name) => name.endsWith('.serving') && isAlive(name));
  const next = 'It needs the packages that this would replace. Stop it with Ctrl-C first.';
  if (serving)
    throw new Problem(`The store runs in this folder (process ${Number.parseInt(serving, 10)}).`, next);
  const pnpm = await preparePnpm();
  const [kind] = readStamp();
  const extent = kind === 'all' ? 'all' : wanted;
  // pnpm restores neither all missing files nor those that `removeUnread` deleted.
  const isLost = existsSync(begun) || kind !== kindOf(extent) || !isComplete(extent);
  if (isLost)
    for (const folder of packageFolders())
      rmSync(at(folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  rmSync(stampFile, { force: true });
  writeFileSync(begun, '');
  await runPnpm(extent, pnpm);
  if (!isComplete(extent)) throw new Problem('Packages are missing.', 'Delete node_modules and try again.');
  if (extent === 'running') await removeUnread();
  writeFileSync(stampFile, `${kindOf(extent)} ${wantedStamp()}`);
  rmSync(begun);
}

export function isInstalled(wanted) {
  const [kind, stamp] = readStamp();
  if (existsSync(begun) || stamp !== wantedStamp()) return false;
  return [kindOf(wanted), 'all'].includes(kind) && isComplete(kind === 'all' ? 'all' : wanted);
}

/** The folder with the `pnpm` of package.json, fetched if missing. Later starts need no network for it. */
export async function preparePnpm() {
  const [version] = readManifest('.').packageManager.split('+');
  const home = at('.cache', version.replace('@', '-'));
  if (!existsSync(home)) {
    const others = readdirSync(at('.cache')).filter((name) => name.startsWith('pnpm-'));
    for (const name of others) rmSync(at('.cache', name), { recursive: true });
    const quiet = ['no-audit', 'no-fund', 'no-update-notifier', 'loglevel=error', 'ignore-scripts=false'];
    const options = [...QUICK, ...quiet, 'global=false', `prefix=${home}.part`].map((one) => `--${one}`);
    const env = { ...process.env, PATH: barePath() };
    await runStep(`Fetching ${version}`, 'npm', ['install', ...options, version], { env });
    renameSync(`${home}.part`, home);
  }
  return join(home, 'node_modules/pnpm');
}

/** `PATH` without the node_modules/.bin folders that npm adds, as their commands may be half installed. */
export function barePath(...first) {
  const own = (process.env.PATH ?? '').split(delimiter);
  const bare = own.filter((folder) => !folder.endsWith('node_modules/.bin'));
  return [...first, dirname(process.execPath), ...bare].join(delimiter);
}

/** Runs one step, and says how far a slow one is. @throws Problem after the output of a failed one */
export async function runStep(title, command, args, options) {
  writeFileSync(doing, title);
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`;
  let progress = '';
  let told = '';
  const onOutput = (output) => {
    const [, all, added] = [...output.matchAll(/^Progress: resolved (\d+),.* added (\d+)/gm)].at(-1) ?? [];
    if (all) progress = `${added} of ${all} packages, `;
  };
  const tell = () => {
    const isStuck = progress === told && !title.startsWith('Building');
    const hint = isStuck ? ' (a slow or missing network looks like this too; Ctrl-C stops it)' : '';
    console.log(`  … ${progress}${seconds()}${hint}`);
    told = progress;
  };
  // A signal does not wait for a step: the next start repairs its files.
  const task = startTask(command, args, { ...options, isCaptured: true, onOutput, graceMs: 0 });
  const timers = [setTimeout(() => console.log(`${title} …`), quickMs), setInterval(tell, 10_000)];
  const { output, ...end } = await task.ended;
  for (const timer of timers) clearInterval(timer);
  if (end.code === 0) {
    if (Date.now() - since > quickMs) console.log(`  done in ${seconds()}`);
    return;
  }
  console.error(`${output.trimEnd()}\n`);
  const next = 'Its whole output is above. Run the same again when the cause is gone.';
  throw explain(output) ?? new Problem(`${title}: this failed (${exitReason(end)}).`, next);
}

function runPnpm(extent, pnpm) {
  const title = existsSync(at('node_modules')) ? 'Updating packages' : 'Installing packages (about a minute)';
  const names = runningFolders().map((folder) => `--filter=${readManifest(folder).name}`);
  // To check the age of each version in the lock file, pnpm fetches 220 MB. `npm test` does this, a start does not.
  const part = extent === 'running' ? ['--prod', '--trust-lockfile', ...names] : [];
  const settings = ['confirm-modules-purge=false', 'modules-cache-max-age=0', ...QUICK];
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', ...part];
  args.push(...settings.map((setting) => `--config.${setting}`));
  // With NODE_ENV=production pnpm would leave out development packages.
  const env = { ...process.env, PATH: barePath(pnpm), NODE_ENV: undefined };
  return runStep(title, join(pnpm, 'pnpm'), args, { env });
}

const runningFolders = () => ['.', ...packagesUsedBy('apps/sandbox')];

const UNREAD = [
  '*.map',
  '*/node/node_modules/*/include/*',
  '*/better-sqlite3/deps/*',
  '*/studio-core/dist/ui/*',
  '*_bg.mysql.*',
  '*_bg.sqlserver.*',
  '*_bg.cockroachdb.*',
  '*/prisma/build/query_compiler_*',
  '*/pglite/dist/*.wasm',
  '*/pglite/dist/*.data',
  '*/elkjs/lib/*',
  '*/studio-core/dist/metafile*',
];

function removeUnread() {
  const paths = UNREAD.flatMap((path) => ['-o', '-path', path]).slice(1);
  const args = ['.', '-type', 'f', '(', ...paths, ')', '-delete'];
  return runStep('Deleting files that no server reads', 'find', args, { cwd: at('node_modules/.pnpm') });
}

const hashOf = (...texts) => createHash('sha256').update(texts.join('\n')).digest('hex');
const kindOf = (extent) => (extent === 'all' ? 'all' : `running-${hashOf(...UNREAD)}`);
const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : []);

/** A hash of everything that decides the content of node_modules, including the path, which pnpm writes there. */
function wantedStamp() {
  const files = packageFolders().map((folder) => `${folder}/package.json`);
  files.push('pnpm-lock.yaml', 'pnpm-workspace.yaml');
  return hashOf(at(), process.platform, process.arch, ...files.map((file) => readFileSync(at(file), 'utf8')));
}

function isComplete(extent) {
  const isLinked = (extent === 'all' ? packageFolders() : runningFolders()).every((folder) => {
    const { dependencies, devDependencies } = readManifest(folder);
    const names = Object.keys({ ...dependencies, ...(extent === 'all' && devDependencies) });
    return names.every((name) => existsSync(at(folder, 'node_modules', name, 'package.json')));
  });
  const wanted = `v${readManifest('.').dependencies.node}`;
  return isLinked && spawnSync(node24, ['--version'], { encoding: 'utf8' }).stdout?.trim() === wanted;
}
