import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { countReport, failure, sum } from '../test-runner/counts.mjs';
import { counted as run } from '../test-runner/test.mjs';
import { emptyFolder, launch, until, writeFiles } from './checkout.mjs';

const report = (...cases) =>
  `<testsuites>\n<testsuite name="a">\n${cases.join('\n')}\n</testsuite>\n</testsuites>\n`;
const passing = '<testcase classname="a.ts" name="one -> two" time="0"/>';
const failing =
  '<testcase classname="a.ts" name="three" time="0"><failure message="no"> </failure></testcase>';
const skipped = '<testcase classname="a.ts" name="four"><skipped/></testcase>';

function counted(t, xml) {
  const folder = emptyFolder(t);
  writeFiles(folder, { report: xml });
  return countReport(join(folder, 'report'), 'packages/a');
}

function count(t, xml) {
  const { passed, failed, skipped } = counted(t, xml);
  return [passed, failed, skipped.length];
}

test('passed, failed and skipped tests of a report are counted, and the skipped ones named', (t) => {
  assert.deepEqual(count(t, report(passing, skipped, passing)), [2, 0, 1]);
  assert.deepEqual(count(t, report(passing, failing, skipped)), [1, 1, 1]);
  assert.deepEqual(counted(t, report(passing, skipped)).skipped, ['packages/a/a.ts › four']);
  const todo = failing.replace('<failure', '<skipped type="todo"/><failure');
  assert.deepEqual(count(t, report(passing, todo)), [1, 0, 1]);
});

test('the output of a test is not counted', (t) => {
  const output = passing.replace('/>', `><system-out><![CDATA[${failing}]]></system-out></testcase>`);
  assert.deepEqual(count(t, report(output)), [1, 0, 0]);
});

test('a failed test of each runner is named, with the first line of its error', (t) => {
  const notes = (...cases) => counted(t, report(...cases)).notes;
  const vitest = (name) =>
    `<testcase classname="test/b.test.ts" name="${name}"><failure message="3 is not 4" type="Error">
\u001b[31mError: 3 is not 4
 ❯ c.ts:7:1
 ❯ test/b.test.ts:8:2</failure></testcase>`;
  assert.deepEqual(notes(passing, vitest('two &gt; &quot;q&quot;')), [
    'packages/a/test/b.test.ts:8 › two > "q" › Error: 3 is not 4',
  ]);
  assert.deepEqual(notes(vitest('test/b.test.ts')), ['packages/a/test/b.test.ts:8 › Error: 3 is not 4']);
  const playwright = `<testcase name="two" classname="a.spec.ts"><failure message="a.spec.ts:3:1 two"><![CDATA[
  a.spec.ts:3:1 › two ──────

    TimeoutError: too <slow>
  at /r/a.spec.ts:4:9]]></failure></testcase>`;
  assert.deepEqual(notes(playwright), ['packages/a/a.spec.ts:3 › two › TimeoutError: too <slow>']);
});

test('a failed test of Node is named in the report that Node writes', (t) => {
  const folder = emptyFolder(t);
  writeFiles(folder, {
    'a.test.mjs': `import { test } from 'node:test'; test('good', () => {});
      test('a "bad" one', () => { throw new Error('3 < 4'); });`,
  });
  const flags = ['--test-reporter=junit', `--test-reporter-destination=${join(folder, 'report')}`];
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  spawnSync(process.execPath, ['--test', ...flags, 'a.test.mjs'], { cwd: folder, env });
  const { passed, failed, notes } = countReport(join(folder, 'report'));
  assert.deepEqual([passed, failed], [1, 1]);
  assert.match(notes[0], /bad.*3 < 4/);
});

test('a runner without a complete report counts as failed', (t) => {
  const { failed, notes } = countReport(join(emptyFolder(t), 'none.xml'));
  assert.equal(failed, 1);
  assert.match(notes[0], /no report/);
  assert.deepEqual(count(t, report(passing).replace('</testsuites>', '')), [0, 1, 0]);
});

test('an exit code other than 0 counts as a failure, even if every test passed', async (t) => {
  const folders = [emptyFolder(t), emptyFolder(t)];
  const ending = (code) =>
    `for f in ${folders.join(' ')}; do echo '${report(passing)}' > $f/test-results/junit.xml; done; exit ${code}`;
  const { passed, failed, notes } = await run(folders, 'sh', ['-c', ending(3)], {});
  assert.deepEqual([passed, failed, notes], [2, 1, ['no test failed, yet exit code 3']]);
  assert.equal((await run(folders, 'sh', ['-c', ending(0)], {})).failed, 0);
});

test('Ctrl-C ends a run without a failure, as nothing failed', async (t) => {
  const folder = emptyFolder(t);
  const at = (name) => new URL(`../${name}`, import.meta.url);
  const program = `import { endOnSignals } from '${at('processes.mjs')}';
    import { counted } from '${at('test-runner/test.mjs')}';
    endOnSignals();
    const program = "console.log('begun'); setInterval(() => {}, 1000)";
    console.log(await counted(['${folder}'], process.execPath, ['-e', program], {}));`;
  const run = launch(t, folder, process.execPath, ['--input-type=module', '-e', program]);
  await until('begun', () => run.output.includes('begun'), { about: () => run.output });
  process.kill(run.pid, 'SIGINT');
  assert.equal((await run.ended).code, 130);
  assert.equal(run.output, 'begun\n\nStopping …\n');
});

test('the report of an earlier run is not counted', async (t) => {
  const folder = emptyFolder(t);
  writeFiles(folder, { 'test-results/junit.xml': report(passing) });
  const { passed, failed } = await run([folder], 'true', [], {});
  assert.deepEqual([passed, failed], [0, 1]);
});

test('a runner without any test counts as failed', (t) => {
  assert.deepEqual(count(t, report()), [0, 1, 0]);
  assert.deepEqual(count(t, report(skipped)), [0, 1, 1]);
});

test('counts add up, with their notes', () => {
  const total = sum([failure('a'), { passed: 1, failed: 0, skipped: ['b'], notes: [] }]);
  assert.deepEqual(total, { passed: 1, failed: 1, skipped: ['b'], notes: ['a'] });
});
