import { readFileSync } from 'node:fs';

/** Adds up what runs of tools counted: `{ passed, failed, skipped, notes? }` each. */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0, notes: [] };
  for (const one of counts) {
    for (const key of ['passed', 'failed', 'skipped']) total[key] += one[key];
    total.notes.push(...(one.notes ?? []));
  }
  return total;
}

/**
 * Counts one runner's report. A runner that left none, ran nothing, or failed without saying which test, has failed.
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
  const { passed, failed, skipped } = counted;
  if (failed > 0) return { ...counted, notes: [`${failed} in ${file}`] };
  if (exitCode !== 0)
    return { passed, failed: 1, skipped, notes: [`no test failed, yet exit code ${exitCode}`] };
  if (passed === 0) return { passed, failed: 1, skipped, notes: [`no test ran (${file})`] };
  return { ...counted, notes: [] };
}

export function readVitest(text) {
  const report = JSON.parse(text);
  // A file that cannot be loaded has failed, but holds no test that could be counted.
  const broken = report.testResults.filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  const isUnexplained = failed === 0 && report.success === false && report.numPassedTests > 0;
  return {
    passed: report.numPassedTests,
    failed: isUnexplained ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

export function readPlaywright(text) {
  const { stats, errors } = JSON.parse(text);
  const failed = stats.unexpected + (errors?.length ?? 0);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}

/** The closing lines that `node --test` writes in TAP. */
export function readTap(text) {
  const number = (name) => Number(text.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))[1]);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
}
