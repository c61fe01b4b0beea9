import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { countReport, readPlaywright, readTap, readVitest, sum } from '../counts.mjs';
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

test('each runner is counted as it says', (t) => {
  assert.deepEqual(count(t, readVitest, vitest), [3, 0, 2]);
  assert.deepEqual(count(t, readPlaywright, playwright), [5, 0, 2]);
  const tap = '# tests 5\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n';
  assert.deepEqual(count(t, readTap, tap, 1), [2, 2, 1]);
});

test('a runner that left no report, or half of one, has failed', (t) => {
  const { failed, notes } = countReport(readVitest, join(emptyFolder(t), 'none.json'), 0);
  assert.equal(failed, 1);
  assert.match(notes[0], /no report/);
  assert.deepEqual(count(t, readVitest, '{"numPassedTests": 3'), [0, 1, 0]);
  assert.deepEqual(count(t, readTap, 'TAP version 13\nok 1 - one\n'), [0, 1, 0]);
});

test('a runner that ends with an error though every test passed has failed', (t) => {
  assert.deepEqual(count(t, readVitest, vitest, 1), [3, 1, 2]);
  assert.deepEqual(count(t, readVitest, { ...vitest, success: false }), [3, 1, 2]);
  assert.deepEqual(count(t, readPlaywright, { ...playwright, errors: [{}] }, 1), [5, 1, 2]);
});

test('a runner that ran no test has failed', (t) => {
  assert.deepEqual(count(t, readVitest, { ...vitest, numPassedTests: 0 }), [0, 1, 2]);
  assert.deepEqual(count(t, readVitest, { ...vitest, numPassedTests: 0, success: false }), [0, 1, 2]);
});

test('a test file that could not be loaded has failed', (t) => {
  const broken = { ...vitest, success: false, testResults: [{ status: 'failed', assertionResults: [] }] };
  assert.deepEqual(count(t, readVitest, broken, 1), [3, 1, 2]);
});

test('counts add up, with what was noted', () => {
  const one = { passed: 1, failed: 2, skipped: 3, notes: ['a'] };
  assert.deepEqual(sum([one, { passed: 1, failed: 0, skipped: 0 }]), {
    passed: 2,
    failed: 2,
    skipped: 3,
    notes: ['a'],
  });
});
