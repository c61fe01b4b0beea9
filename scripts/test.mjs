import './node-version.mjs';
import { prepareBrowser } from './browser.mjs';
import { sum } from './counts.mjs';
import { preparePostgresql } from './postgresql.mjs';
import { Problem, report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { testParts } from './test-parts.mjs';
import { onlyKind } from './words.mjs';
import { root } from './workspace.mjs';

// npm test: all checks and tests, each part even if an earlier one failed. `-- --only unit` (or checks, scripts,
// browser) runs one kind. The last line counts them: each check as one, each test as one.
async function test(words) {
  const only = onlyKind(words);
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root, { tasks: !only || only === 'browser' ? ['generate', 'build'] : ['generate'] });
  const parts = (await testParts(root, { say: console.log })).filter((part) => !only || part.kind === only);
  if (parts.length === 0)
    throw new Problem(
      `There is no kind of test called ${only}.`,
      '--only takes checks, scripts, unit or browser.',
    );
  const tools = fetchTools(parts);
  const begin = (part, options) => {
    part.running ??= runPart(part, tools, options);
    return part.running;
  };
  // What is begun before its turn says what it has to say in its turn.
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

/** What some parts need that is not a package, each once the one before is there: they may take turns at apt-get. */
function fetchTools(parts) {
  const isWanted = (kind) => parts.some((part) => part.kind === kind);
  const postgresql = isWanted('unit') ? preparePostgresql(root, console.log) : Promise.resolve();
  const browser = postgresql
    .catch(() => undefined)
    .then(() => (isWanted('browser') ? prepareBrowser(root, console.log) : undefined));
  // Whoever needs them meets what went wrong.
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

test(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    console.log('0 passed, 1 failed');
    process.exit(1);
  },
);
