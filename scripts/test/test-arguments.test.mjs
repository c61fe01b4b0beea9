import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantedTests } from '../test-runner/arguments.mjs';
import { fetchTools, testParts } from '../test-runner/test.mjs';
import { root } from '../workspace.mjs';

const named = (...words) => wantedTests(words).groups.map(({ kind, folder, files }) => [kind, folder, files]);
const refusal = (pattern, ...words) => {
  assert.throws(
    () => wantedTests(words),
    (problem) => pattern.test(`${problem.message} ${problem.next}`),
  );
};

test('a path names a test of any kind, and several paths are sorted by package', () => {
  assert.deepEqual(named('packages/schema/test/json.test.ts'), [
    ['unit', 'packages/schema', ['test/json.test.ts']],
  ]);
  assert.deepEqual(named('scripts/test/lock.test.mjs'), [['scripts', '.', ['scripts/test/lock.test.mjs']]]);
  assert.deepEqual(
    named(
      `${root}/e2e/tests/list.spec.ts`,
      './apps/web/test/server/refused-posts.test.ts',
      'packages/schema/test/json.test.ts',
    ).map(([kind, folder]) => [kind, folder]),
    [
      ['unit', 'apps/web'],
      ['unit', 'packages/schema'],
      ['browser', 'e2e'],
    ],
  );
});

test('a folder names all tests in it', () => {
  const [[, , files]] = named('packages/schema');
  assert.ok(files.length > 5 && files.includes('test/json.test.ts'));
});

test('a wrong path is refused with tests of a similar name or with examples', () => {
  refusal(
    /no test at "json\.test\.ts"\. Tests with a similar name: packages\/schema\/test\/json/,
    'json.test.ts',
  );
  refusal(
    /"packages\/schema\/src\/values\/json\.ts" is not a test\. Tests with a similar name/,
    'packages/schema/src/values/json.ts',
  );
  refusal(
    /no test at "nowhere\/unheard\.test\.ts"\. Give a path from the top folder/,
    'nowhere/unheard.test.ts',
  );
});

test('--watch is refused for tests of several packages, of scripts and of the browser', () => {
  assert.ok(wantedTests(['--watch', 'packages/schema/test/json.test.ts']).isWatched);
  refusal(/--watch takes tests of one package/, '--watch', 'scripts/test/lock.test.mjs');
  refusal(/--watch takes tests of one package/, '--watch', 'packages/schema', 'packages/http');
});

test('--only is refused together with paths', () => refusal(/not both/, '--only', 'unit', 'packages/schema'));

test('the fast kind has all checks, and neither PostgreSQL nor a browser', () => {
  const parts = testParts({ only: 'fast' });
  assert.deepEqual(
    parts.map(({ kind }) => kind),
    ['checks', 'checks', 'checks', 'unit', 'scripts'],
  );
  const everything = testParts({});
  assert.deepEqual(
    everything.map(({ kind }) => kind),
    ['checks', 'checks', 'checks', 'unit', 'scripts', 'browser'],
  );
});

test('a crash while PostgreSQL is looked for fails the tests of packages, not those of the browser', async () => {
  const fetch = async (file) => {
    if (file.includes('postgresql')) throw new Error('crashed');
    return '/usr/bin/browser';
  };
  const { postgresql, browser } = fetchTools(['unit', 'browser'], fetch);
  await assert.rejects(postgresql, /crashed/);
  assert.equal(await browser, '/usr/bin/browser');
});
