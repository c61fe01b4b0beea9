import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { turboEnvironment } from '../setup.mjs';
import { startTask } from '../task.mjs';
import { packageFolders, readManifest } from '../workspace.mjs';
import { countReport, readPlaywright, readTap, readVitest, sum } from './counts.mjs';
import { memoryFolder } from './memory-folder.mjs';

/** Script tests that start processes; `--only fast` leaves them out. */
const SLOW_SCRIPTS = [
  'dev',
  'import-arrow',
  'install',
  'lock',
  'memory-folder',
  'start',
  'servers',
  'watch',
  'command-arguments',
];

/**
 * The parts of `npm test`, in the order of their output. `run` accepts `isCaptured`, and resolves to counts, with
 * `output` if captured. `again` is the command that runs only this part. A part with `isEarly` runs at the same time as
 * the parts before it.
 * @param wanted `only` is a kind of test, `groups` are test files, `title` chooses tests by their titles
 */
export async function testParts(root, context, { only, groups, title }) {
  const env = await turboEnvironment(root, context);
  // The set-up tests link to packages, which does not work from memory, so they use the usual folder.
  const memory = memoryFolder();
  const inMemory = {
    ...env,
    TMPDIR: memory ?? tmpdir(),
    // The processes of all packages share compiled code.
    ...(memory && { NODE_COMPILE_CACHE: join(memory, 'compiled') }),
  };
  const bin = (name) => join(root, 'node_modules', '.bin', name);
  const runnerOf = (own) => (command, args, more) =>
    startTask(command, args, { cwd: root, env: own, ...more }).ended;
  const run = runnerOf(env);
  const runInMemory = runnerOf(inMemory);

  const check = (name, again, command, args) => ({
    kind: 'checks',
    title: name,
    again,
    async run() {
      const { code, output } = await run(command, args, { isCaptured: true });
      if (code !== 0) console.log(output);
      return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
    },
  });
  const typesArgs = ['run', 'types', '--continue', '--output-logs=errors-only'];
  const checks = [
    check('Format and lint', 'npm run lint', bin('biome'), ['ci', '--error-on-warnings', '.']),
    check('Unused code and packages', 'npm run unused', bin('knip'), []),
    check('Types', 'npm test -- --only checks', bin('turbo'), typesArgs),
  ];
  const unit = (again, args = []) => ({
    kind: 'unit',
    isEarly: only === 'fast',
    title: 'Packages',
    again,
    run: (options) => runUnit(root, runInMemory, args, options),
  });
  const scripts = (files, again, more = {}) => ({
    kind: 'scripts',
    title: 'Set-up scripts',
    again,
    run: (options) => runScripts(root, run, files, title, options),
    ...more,
  });
  const browser = (files, again) => ({
    kind: 'browser',
    title: 'Browser',
    again,
    run: ({ tool }) => runBrowser(root, { ...inMemory, CHROMIUM_PATH: tool }, files, title),
  });
  if (groups) {
    const making = {
      unit: (files, again, { folder }) => ({
        kind: 'unit',
        title: folder,
        again,
        run: () => runVitest(root, runInMemory, folder, files, title),
      }),
      scripts,
      browser,
    };
    return groups.map((group) => making[group.kind](group.files, againOf(group, title), group));
  }
  const allScripts = readdirSync(join(root, 'scripts', 'test')).filter((name) => name.endsWith('.test.mjs'));
  const quickScripts = allScripts.filter((name) => !SLOW_SCRIPTS.includes(name.replace('.test.mjs', '')));
  const paths = (names) => names.map((name) => join('scripts', 'test', name));
  const again = (kind) => `npm test -- --only ${kind}`;
  if (only === 'fast')
    return [
      ...checks,
      unit(again('fast'), ['--mode=fast', '--project=!postgresql']),
      scripts(paths(quickScripts), again('fast')),
    ];
  return [
    ...checks,
    unit(again('unit')),
    scripts(paths(allScripts), again('scripts'), { isEarly: true }),
    browser([], again('browser')),
  ].filter(({ kind }) => !only || kind === only);
}

function againOf({ folder, files }, title) {
  const paths = files.map((file) => join(folder, file)).join(' ');
  return `npm test -- ${paths}${title ? ` -t '${title}'` : ''}`;
}

/** The arguments with which Vitest runs test files of a package, in the folder of that package. */
export const vitestArgs = (root, files, title) => [
  ...['--config', join(root, 'vitest/vitest.config.ts'), ...files],
  ...(title ? ['-t', title] : []),
];

async function runVitest(root, run, folder, files, title) {
  const report = freshReport(join(root, '.cache', 'test-reports', `${folder.replaceAll('/', '-')}.json`));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...vitestArgs(root, files, title), ...reporters];
  const cwd = join(root, folder);
  const { code } = await run(join(root, 'node_modules', '.bin', 'vitest'), args, { cwd });
  return countReport(readVitest, report, code);
}

/** Runs the tests of the scripts on the Node of this process, as the scripts must work on it. */
async function runScripts(root, run, files, title, { isCaptured }) {
  const report = freshReport(join(root, 'scripts', 'test-results', 'tap.txt'));
  const reporters = ['spec', 'stdout', 'tap', report];
  const flags = reporters.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`);
  const args = [
    '--test',
    // By default Node runs one file at a time on two cores, and waits for half of the time.
    '--test-concurrency=2',
    // A test without an end fails, and does not block the others. Busy machines install packages for minutes.
    '--test-timeout=1800000',
    ...(title ? [`--test-name-pattern=${title}`] : []),
    ...flags,
    ...files.map((file) => join(root, file)),
  ];
  const { code, output } = await run(process.execPath, args, { isCaptured });
  return { ...countReport(readTap, report, code), output };
}

/**
 * Runs the tests of four packages at the same time, as db and apps/api mostly wait. With fewer, a small package could
 * delay apps/api, the slowest one. Turbo restores the reports of unchanged packages from its cache.
 */
async function runUnit(root, run, more, { isCaptured }) {
  const folders = packageFolders(root).filter((f) => f !== '.' && readManifest(root, f).scripts?.test);
  const reports = folders.map((folder) => freshReport(join(root, folder, 'test-results', 'vitest.json')));
  const vitest = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'];
  const turbo = ['run', 'test', '--continue', '--concurrency=4', '--output-logs=new-only', '--', ...vitest];
  const { code, output } = await run(join(root, 'node_modules', '.bin', 'turbo'), [...turbo, ...more], {
    isCaptured,
  });
  const counts = reports.map((report) => countReport(readVitest, report, 0));
  if (code !== 0 && counts.every((count) => count.failed === 0)) {
    counts.push({ passed: 0, failed: 1, skipped: 0, notes: [`turbo ended with exit code ${code}`] });
  }
  return { ...sum(counts), output };
}

async function runBrowser(root, env, files, title) {
  const cwd = join(root, 'e2e');
  const report = freshReport(join(cwd, 'test-results', 'playwright.json'));
  const args = ['test', ...files, '--reporter=list,json', ...(title ? ['--grep', title] : [])];
  const { code } = await startTask(join(cwd, 'node_modules', '.bin', 'playwright'), args, {
    cwd,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }).ended;
  return countReport(readPlaywright, report, code);
}

/** The path of a report, after the report of an earlier run is deleted. */
function freshReport(path) {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}
