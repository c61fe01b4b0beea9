import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { countReport, readPlaywright, readTap, readVitest, sum } from '../test-runner/counts.mjs';
import { root } from '../workspace.mjs';
import { emptyFolder, writeFiles } from './sandbox.mjs';

const vitest = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  success: true,
  testResults: [],
};
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 2 }, errors: [] };

function count(t, read, text, exitCode = 0) {
  const folder = emptyFolder(t);
  writeFiles(folder, { report: typeof text === 'string' ? text : JSON.stringify(text) });
  const { passed, failed, skipped } = countReport(read, join(folder, 'report'), exitCode);
  return [passed, failed, skipped];
}

test('the report of each runner is counted', (t) => {
  assert.deepEqual(count(t, readVitest, vitest), [3, 0, 2]);
  assert.deepEqual(count(t, readPlaywright, playwright), [5, 0, 2]);
  const tap = '# tests 5\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n';
  assert.deepEqual(count(t, readTap, tap, 1), [2, 2, 1]);
});

test('a failed test is named, with the first line of its error', (t) => {
  const notes = (read, text) => {
    const folder = emptyFolder(t);
    writeFiles(folder, { report: typeof text === 'string' ? text : JSON.stringify(text) });
    return countReport(read, join(folder, 'report'), 1).notes.slice(1);
  };
  const file = join(root, 'packages/a/test/b.test.ts');
  const assertionResults = [
    { status: 'passed', fullName: 'one' },
    {
      status: 'failed',
      fullName: 'two',
      failureMessages: [`\u001b[31mError: 3 is not 4\n  at c.ts:7:1\n  at ${file}:8:2`],
    },
  ];
  const failing = { ...vitest, numFailedTests: 1, testResults: [{ name: file, assertionResults }] };
  assert.deepEqual(notes(readVitest, failing), ['packages/a/test/b.test.ts:8 › two › Error: 3 is not 4']);
  const broken = { name: file, status: 'failed', message: 'No such module\n', assertionResults: [] };
  assert.deepEqual(notes(readVitest, { ...vitest, testResults: [broken] }), [
    'packages/a/test/b.test.ts › the file itself › No such module',
  ]);
  const hooked = { name: file, status: 'failed', message: '', assertionResults: [{ status: 'skipped' }] };
  assert.deepEqual(notes(readVitest, { ...vitest, testResults: [hooked] }), [
    'packages/a/test/b.test.ts › the file itself › a hook of it failed',
  ]);
  const tests = [{ status: 'unexpected', results: [{ errors: [{ message: 'Error: too slow\n' }] }] }];
  const specs = [
    { file: 'a.spec.ts', title: 'one', ok: true, tests },
    { file: 'a.spec.ts', title: 'two', ok: false, tests },
  ];
  const red = {
    stats: { ...playwright.stats, unexpected: 1 },
    suites: [{ suites: [{ specs }] }],
    errors: [],
  };
  assert.deepEqual(notes(readPlaywright, red), ['a.spec.ts › two › Error: too slow']);
  const tap = 'ok 1 - one\nnot ok 2 - two\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n';
  assert.deepEqual(notes(readTap, tap), ['two']);
});

test('a runner without a complete report counts as failed', (t) => {
  const { failed, notes } = countReport(readVitest, join(emptyFolder(t), 'none.json'), 0);
  assert.equal(failed, 1);
  assert.match(notes[0], /no report/);
  assert.deepEqual(count(t, readVitest, '{"numPassedTests": 3'), [0, 1, 0]);
  assert.deepEqual(count(t, readTap, 'TAP version 13\nok 1 - one\n'), [0, 1, 0]);
});

test('an exit code other than 0 counts as a failure, even if every test passed', (t) => {
  assert.deepEqual(count(t, readVitest, vitest, 1), [3, 1, 2]);
  assert.deepEqual(count(t, readVitest, { ...vitest, success: false }), [3, 1, 2]);
  assert.deepEqual(count(t, readPlaywright, { ...playwright, errors: [{}] }, 1), [5, 1, 2]);
});

test('a runner without any test counts as failed', (t) => {
  assert.deepEqual(count(t, readVitest, { ...vitest, numPassedTests: 0 }), [0, 1, 2]);
  assert.deepEqual(count(t, readVitest, { ...vitest, numPassedTests: 0, success: false }), [0, 1, 2]);
});

test('a test file that could not be loaded counts as failed', (t) => {
  const broken = { ...vitest, success: false, testResults: [{ status: 'failed', assertionResults: [] }] };
  assert.deepEqual(count(t, readVitest, broken, 1), [3, 1, 2]);
});

test('counts add up, with their notes', () => {
  const one = { passed: 1, failed: 2, skipped: 3, notes: ['a'] };
  assert.deepEqual(sum([one, { passed: 1, failed: 0, skipped: 0 }]), {
    passed: 2,
    failed: 2,
    skipped: 3,
    notes: ['a'],
  });
});
