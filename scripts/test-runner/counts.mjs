import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../workspace.mjs';

/** Adds up the counts of several runs, each `{ passed, failed, skipped, notes? }`. */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0, notes: [] };
  for (const one of counts) {
    for (const key of ['passed', 'failed', 'skipped']) total[key] += one[key];
    total.notes.push(...(one.notes ?? []));
  }
  return total;
}

/**
 * Counts one runner's report. A missing report, no test, or a failure without a failed test count as one failure.
 * @param read one of `readVitest`, `readPlaywright`, `readTap`
 */
export function countReport(read, file, exitCode) {
  let counted;
  try {
    counted = read(readFileSync(file, 'utf8'));
  } catch {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      notes: [`no report: the runner crashed or never ran (${file})`],
    };
  }
  const { passed, failed, skipped, failures } = counted;
  if (failed > 0) return { passed, failed, skipped, notes: [`${failed} in ${file}`, ...failures] };
  if (exitCode !== 0)
    return { passed, failed: 1, skipped, notes: [`no test failed, yet exit code ${exitCode}`] };
  if (passed === 0) return { passed, failed: 1, skipped, notes: [`no test ran (${file})`] };
  return { passed, failed, skipped, notes: [] };
}

export function readVitest(text) {
  const report = JSON.parse(text);
  // A file has no failed test if it cannot be loaded or its hooks fail. It counts as one failure.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const failures = [
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => described(name, one.fullName, one.failureMessages?.[0])),
    ),
    ...broken.map(({ name, message }) =>
      described(name, 'the file itself', message || 'a hook of it failed'),
    ),
  ];
  const isUnexplained = failed === 0 && report.success === false && report.numPassedTests > 0;
  return {
    passed: report.numPassedTests,
    failed: isUnexplained ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures,
  };
}

export function readPlaywright(text) {
  const { stats, errors = [], suites = [] } = JSON.parse(text);
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites
        .flatMap(specs)
        .filter((spec) => !spec.ok)
        .map(({ file, title, tests }) =>
          described(
            file,
            title,
            tests.find((one) => one.status === 'unexpected')?.results.at(-1)?.errors?.[0]?.message,
          ),
        ),
      ...errors.map(({ message }) => described('', 'outside of tests', message)),
    ],
  };
}

/** Reads the counts at the end of a TAP report of `node --test`. */
export function readTap(text) {
  const number = (name) => Number(text.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))[1]);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
    failures: [...text.matchAll(/^ *not ok \d+ - ((?!.* # TODO).*)$/gm)].map(([, title]) => title),
  };
}

/** The place and the title of a failed test, and the first line of its error, without colours. */
function described(file = '', title = '', message = '') {
  const text = stripVTControlCharacters(message);
  const line = file && text.split(`${file}:`)[1]?.match(/^\d+/)?.[0];
  const place = line ? `${file}:${line}` : file;
  return [isAbsolute(place) ? relative(root, place) : place, title, text.split('\n')[0]]
    .filter(Boolean)
    .join(' › ');
}
