import { join } from 'node:path';
import { barePath } from './pnpm.mjs';
import { report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals, startTask } from './task.mjs';
import { wantedTests } from './test-runner/arguments.mjs';
import { prepareBrowser } from './test-runner/browser.mjs';
import { sum } from './test-runner/counts.mjs';
import { testParts, vitestArgs } from './test-runner/parts.mjs';
import { preparePostgresql } from './test-runner/postgresql.mjs';
import { root } from './workspace.mjs';

/**
 * `npm test`: runs all checks and tests, one kind of them, or the named files. After a failed part the next parts still
 * run. The last line counts the checks and tests.
 */
export async function run(args) {
  try {
    return await runTests(args);
  } catch (error) {
    report(error);
    console.log('0 passed, 1 failed');
    return 1;
  }
}

async function runTests(args) {
  const wanted = wantedTests(root, args);
  endOnSignals(() => console.log('\nStopping …'));
  const { only, groups, isWatched } = wanted;
  const needsBuild = groups
    ? groups.some(({ kind }) => kind === 'browser')
    : [undefined, 'browser'].includes(only);
  await setup(root, { packages: 'all', tasks: needsBuild ? ['generate', 'build'] : ['generate'] });
  if (isWatched) return watch(groups[0], wanted.title);
  const parts = await testParts(root, { say: console.log }, wanted);
  const tools = fetchTools(only === 'fast' ? [] : parts);
  const begin = (part, options = {}) => {
    part.running ??= runPart(part, tools, options);
    return part.running;
  };
  // The output of a part that began early appears in the order of the parts.
  for (const part of parts.slice(1).filter(({ isEarly }) => isEarly)) void begin(part, { isCaptured: true });
  const results = [];
  for (const part of parts) {
    console.log(`\n── ${part.title}`);
    const result = await begin(part);
    if (result.output) console.log(result.output);
    console.log(`   ${result.failed ? `${result.failed} failed` : 'ok'} (${result.seconds} s)`);
    results.push({ part, ...result });
  }
  summarise(results);
  const { passed, failed, skipped } = sum(results);
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

/** Runs test files of one package again whenever a source changes, until Ctrl-C. */
async function watch({ folder, files }, title) {
  const args = ['watch', ...vitestArgs(root, files, title)];
  const { code } = await startTask(join(root, 'node_modules', '.bin', 'vitest'), args, {
    cwd: join(root, folder),
    env: { ...process.env, PATH: barePath(join(root, 'node_modules', '.bin')) },
  }).ended;
  return code ?? 1;
}

/** Installs the programs that tests need, one after the other, as apt-get runs only once at a time. */
function fetchTools(parts) {
  const isWanted = (kind) => parts.some((part) => part.kind === kind);
  const postgresql = isWanted('unit') ? preparePostgresql(root, console.log) : Promise.resolve();
  const browser = postgresql
    .catch(() => undefined)
    .then(() => (isWanted('browser') ? prepareBrowser(root, console.log) : undefined));
  // The parts that need a program report its failure.
  browser.catch(() => undefined);
  postgresql.catch(() => undefined);
  return { unit: postgresql, browser };
}

async function runPart(part, tools, options) {
  const tool = await tools[part.kind]?.catch((error) => error);
  const since = Date.now();
  let counts;
  try {
    if (tool instanceof Error) throw tool;
    counts = await part.run({ ...options, tool });
  } catch (error) {
    report(error);
    counts = { passed: 0, failed: 1, skipped: 0, notes: [error.message] };
  }
  return { notes: [], ...counts, seconds: ((Date.now() - since) / 1000).toFixed(1) };
}

function summarise(results) {
  console.log('');
  for (const { part, failed, notes } of results.filter((result) => result.failed > 0)) {
    console.log(`✖ ${part.title}: ${failed} failed. Again, just this: ${part.again}`);
    for (const note of notes) console.log(`    ${note}`);
  }
}
