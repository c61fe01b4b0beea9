import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, report } from '../problem.mjs';
import { runTask } from '../processes.mjs';
import { setup, turboEnvironment } from '../setup.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { at, bin, node24 } from '../workspace.mjs';
import { testedPackages, wantedTests } from './arguments.mjs';
import { countReport, failure, sum } from './counts.mjs';

/** `npm test`: runs all parts, even after a failed one. The last line counts the checks and tests. */
export async function runTests(args) {
  try {
    const wanted = wantedTests(args);
    const parts = testParts(wanted);
    const tasks = parts.some(({ kind }) => kind === 'browser') ? ['generate', 'build'] : ['generate'];
    await setup({ packages: 'all', tasks });
    const { passed, failed, skipped } = sum(await runParts(parts, wanted));
    // With a title, the runners skip all other tests.
    if (!wanted.title) for (const name of skipped) console.log(`skipped: ${name}`);
    console.log(`${passed} passed, ${failed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`);
    return failed > 0 ? 1 : 0;
  } catch (error) {
    report(error);
    console.log('0 passed, 1 failed');
    return 1;
  }
}

/** The parts of `npm test`, in the order of their output. A part with `isEarly` runs beside those before it. */
export function testParts({ only, groups, title }) {
  const titled = title ? ` -t '${title}'` : '';
  if (groups)
    return groups.map((group) => {
      const paths = group.files.map((file) => join(group.folder, file)).join(' ');
      const name = group.folder === '.' ? 'Set-up scripts' : group.folder;
      return { ...group, title: name, run: runFiles, again: `npm test -- ${paths}${titled}` };
    });
  const isFast = only === 'fast';
  const isQuick = (file) => !/node:child_process|\b(checkout|launch)\b/.test(readFileSync(at(file), 'utf8'));
  const scripts = readdirSync(at('scripts/test')).filter((name) => name.endsWith('.test.mjs'));
  const files = scripts.map((name) => `scripts/test/${name}`).filter((file) => !isFast || isQuick(file));
  const types = 'turbo run types --continue --output-logs=errors-only';
  const args = isFast ? ['--mode=fast', '--project=!postgresql'] : [];
  const parts = [
    { kind: 'checks', title: 'Format and lint', run: runCheck, command: 'biome ci --error-on-warnings .' },
    { kind: 'checks', title: 'Unused code and packages', run: runCheck, command: 'knip' },
    { kind: 'checks', title: 'Types', run: runCheck, command: types },
    { kind: 'unit', title: 'Packages', run: runPackages, args, isEarly: isFast },
    { kind: 'scripts', title: 'Set-up scripts', run: runFiles, folder: '.', files, isEarly: !isFast },
    { kind: 'browser', title: 'Browser', run: runFiles, folder: 'e2e', files: [] },
  ];
  return parts
    .filter(({ kind }) => (isFast ? kind !== 'browser' : !only || kind === only))
    .map((part) => ({ ...part, again: `npm test -- --only ${part.kind}` }));
}

async function runParts(parts, { only, title, isWatched }) {
  const usual = await turboEnvironment();
  const memory = memoryFolder();
  // The processes of all packages share compiled code. The set-up tests link to packages, which memory cannot.
  const env = memory ? { ...usual, TMPDIR: memory, NODE_COMPILE_CACHE: join(memory, 'compiled') } : usual;
  const tools = fetchTools(only === 'fast' ? [] : parts.map(({ kind }) => kind));
  const environmentOf = async ({ kind }) => {
    if (kind === 'scripts') return usual;
    if (kind === 'unit') await tools.postgresql;
    return kind === 'browser' ? { ...env, CHROMIUM_PATH: await tools.browser } : env;
  };
  const begin = async (part, isCaptured) => {
    const since = Date.now();
    let counts;
    try {
      counts = await part.run(part, { title, isWatched, isCaptured, env: await environmentOf(part) });
    } catch (error) {
      report(error);
      counts = failure(error.message);
    }
    return { ...counts, seconds: ((Date.now() - since) / 1000).toFixed(1) };
  };
  const early = parts.map((part, index) => (index > 0 && part.isEarly ? begin(part, true) : undefined));
  const results = [];
  for (const [index, part] of parts.entries()) {
    console.log(`\n── ${part.title}`);
    const { output, ...result } = await (early[index] ?? begin(part));
    if (output) console.log(output);
    console.log(`   ${result.failed ? `${result.failed} failed` : 'ok'} (${result.seconds} s)`);
    results.push({ ...part, ...result });
  }
  console.log('');
  for (const { title, failed, again, notes } of results.filter((result) => result.failed > 0))
    console.log([`✖ ${title}: ${failed} failed. Again, just this: ${again}`, ...notes].join('\n    '));
  return results;
}

/** Starts to fetch what parts of these kinds need. A part that awaits its tool reports why it is missing. */
export function fetchTools(kinds, fetch = fetchTool) {
  const fetchFor = async (kind, file) => (kinds.includes(kind) ? fetch(file) : undefined);
  const postgresql = fetchFor('unit', 'packages/engine/test/servers/postgresql-with-dump.ts');
  // One after the other, as apt-get runs only once at a time.
  const browser = postgresql.catch(() => undefined).then(() => fetchFor('browser', 'e2e/browser.ts'));
  browser.catch(() => undefined);
  return { postgresql, browser };
}

/** Runs a program that installs what tests need if it is missing, and writes its path. @throws Problem */
export async function fetchTool(...args) {
  const { code, output } = await runTask(node24, args, { isCaptured: 'stdout' });
  if (code !== 0) throw new Problem(`${args[0]} failed.`, 'The lines above say what to do.');
  return output;
}

/** A folder for the files of tests in memory, as each of thousands of commits waits for a disk. It needs 4 GB. */
export function memoryFolder(parent = '/dev/shm') {
  const { bavail, bsize } = existsSync(parent) ? statfsSync(parent) : { bavail: 0, bsize: 0 };
  if (bavail * bsize < 4 * 2 ** 30) return undefined;
  const folder = temporaryFolder('plant-store-tests', parent);
  // PostgreSQL needs access. It does not run as root.
  chmodSync(folder, 0o755);
  return folder;
}

async function runCheck({ title, command }, { env }) {
  const [name, ...args] = split(command);
  const { code, output } = await runTask(bin(name), args, { env, isCaptured: true });
  return code === 0 ? { passed: 1, failed: 0, skipped: [], notes: [] } : { ...failure(title), output };
}

const split = (text) => text.split(' ');
const REPORT = 'test-results/junit.xml';
const JUNIT = split(`--reporter=default --reporter=junit --outputFile.junit=${REPORT}`);
// By default Node runs one file at a time on two cores. Busy machines install packages for minutes.
const NODE = [
  ...split('--test --test-concurrency=2 --test-timeout=1800000'),
  ...split('--test-reporter=spec --test-reporter-destination=stdout'),
  ...split(`--test-reporter=junit --test-reporter-destination=${REPORT}`),
];

/** The command that runs tests of one kind; paths of tests may follow it. */
function runnerOf(kind, { title, isWatched }) {
  const titled = (option) => (title ? [option, title] : []);
  if (kind === 'browser') return [at('e2e/node_modules/.bin/playwright'), 'test', ...titled('--grep')];
  // The scripts must work on the Node of this process.
  if (kind === 'scripts') return [process.execPath, ...NODE, ...titled('--test-name-pattern')];
  const config = ['--config', at('vitest/vitest.config.ts')];
  return [bin('vitest'), isWatched ? 'watch' : 'run', ...config, ...JUNIT, ...titled('-t')];
}

function runFiles({ kind, folder, files }, options) {
  const [command, ...args] = runnerOf(kind, options);
  return counted([folder], command, [...args, ...files], { ...options, cwd: at(folder) });
}

/** Runs four packages at the same time: with fewer, a small one could delay apps/api, which mostly waits. */
function runPackages({ args }, options) {
  const turbo = split('run test --continue --concurrency=4 --output-logs=new-only --');
  return counted(testedPackages(), bin('turbo'), [...turbo, ...JUNIT, ...args], options);
}

/** Runs a command that writes a report in each folder. A failure without a failed test counts as one. */
export async function counted(folders, command, args, options) {
  const files = folders.map((folder) => at(folder, REPORT));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
  }
  const { code, output } = await runTask(command, args, options);
  const counts = files.map((file, index) => countReport(file, folders[index]));
  if (code !== 0 && sum(counts).failed === 0) counts.push(failure(`no test failed, yet exit code ${code}`));
  return { ...sum(counts), output };
}
