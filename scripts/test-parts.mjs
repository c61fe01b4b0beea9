import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { turboEnvironment } from './build.mjs';
import { countReport, readPlaywright, readTap, readVitest, sum } from './counts.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { startTask } from './task.mjs';
import { packageFolders, readManifest } from './workspace.mjs';

/**
 * Everything `npm test` runs, in the order in which it is told of. A part's `run` takes `isCaptured` and resolves to its
 * counts, with its `output` if that is so; `again` is the command that runs just that part; `kind` is what `--only`
 * chooses by. One that `isEarly` mostly waits, and runs beside those before it.
 */
export async function testParts(root, context) {
  const env = await turboEnvironment(root, context);
  const inRoot = (command, args, more) => startTask(command, args, { cwd: root, env, ...more }).ended;
  // Not those of the set-up, which install packages: they are linked to, which they cannot be from memory.
  const memory = memoryFolder();
  const inMemory = {
    ...env,
    TMPDIR: memory ?? tmpdir(),
    // What one package's processes compiled is known to those of the next.
    ...(memory && { NODE_COMPILE_CACHE: join(memory, 'compiled') }),
  };
  const bin = (name) => join(root, 'node_modules', '.bin', name);

  const check = (title, again, command, args) => ({
    kind: 'checks',
    title,
    again,
    async run() {
      const { code, output } = await inRoot(command, args, { isCaptured: true });
      if (code !== 0) console.log(output);
      return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
    },
  });

  return [
    check('Format and lint', 'npm run lint', bin('biome'), ['ci', '--error-on-warnings', '.']),
    check('Unused code and packages', 'npm run unused', bin('knip'), []),
    check('Types', 'npm test -- --only checks', bin('turbo'), [
      'run',
      'types',
      '--continue',
      '--output-logs=errors-only',
    ]),
    {
      kind: 'unit',
      title: 'Packages',
      again: 'npm test -- --only unit',
      run: () => runUnit(root, (command, args) => inRoot(command, args, { env: inMemory })),
    },
    {
      kind: 'scripts',
      isEarly: true,
      title: 'Set-up scripts',
      again: 'npm test -- --only scripts',
      run: ({ isCaptured }) => runScripts(root, (command, args) => inRoot(command, args, { isCaptured })),
    },
    {
      kind: 'browser',
      title: 'Browser',
      again: 'npm test -- --only browser',
      run: ({ tool }) => runBrowser(root, inMemory, tool),
    },
  ];
}

/** On the Node that runs this, as the scripts must work on it. */
async function runScripts(root, run) {
  const report = freshReport(join(root, 'scripts', 'test-results', 'tap.txt'));
  const folder = join(root, 'scripts', 'test');
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
  const reporters = ['spec', 'stdout', 'tap', report];
  const flags = reporters.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`);
  const { code, output } = await run(process.execPath, [
    '--test',
    // Node's own choice on two cores is one at a time, and half of that is waiting.
    '--test-concurrency=2',
    // A test that hangs fails, and does not hold up the others for ever.
    '--test-timeout=300000',
    ...flags,
    ...files.map((name) => join(folder, name)),
  ]);
  return { ...countReport(readTap, report, code), output };
}

/**
 * Four packages at a time, as db and apps/api mostly wait: for locks, for processes; apps/api takes longest, so that it
 * is not to wait for a small one. A package that Turbo finds unchanged gets its report back from the cache, and counts
 * as it did.
 */
async function runUnit(root, run) {
  const folders = packageFolders(root).filter((f) => f !== '.' && readManifest(root, f).scripts?.test);
  const reports = folders.map((folder) => freshReport(join(root, folder, 'test-results', 'vitest.json')));
  const vitest = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'];
  const turbo = ['run', 'test', '--continue', '--concurrency=4', '--output-logs=new-only', '--', ...vitest];
  const { code } = await run(join(root, 'node_modules', '.bin', 'turbo'), turbo);
  const counts = reports.map((report) => countReport(readVitest, report, 0));
  if (code !== 0 && counts.every((count) => count.failed === 0)) {
    counts.push({ passed: 0, failed: 1, skipped: 0, notes: [`turbo ended with exit code ${code}`] });
  }
  return sum(counts);
}

async function runBrowser(root, env, browser) {
  const cwd = join(root, 'e2e');
  const report = freshReport(join(cwd, 'test-results', 'playwright.json'));
  const { code } = await startTask(
    join(cwd, 'node_modules', '.bin', 'playwright'),
    ['test', '--reporter=list,json'],
    {
      cwd,
      env: { ...env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  ).ended;
  return countReport(readPlaywright, report, code);
}

/** Where a report will be; one of an earlier run must not be taken for this run's. */
function freshReport(path) {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}
