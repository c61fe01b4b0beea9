import { expect, test } from 'vitest';
import { bench } from '../src/bench.ts';
import { type ImportRun, importRows } from '../src/import.ts';
import { isShellThere } from '../src/import-shell.ts';
import type { Plan } from '../src/plan.ts';
import { resultsOf } from '../src/results.ts';
import { tableOf } from '../src/table.ts';
import { verdicts } from '../src/targets.ts';
import { temporaryFolder } from './temporary.ts';

const plan: Plan = {
  ...{
    servers: [],
    operations: [],
    connections: [],
    plantCounts: [],
    rounds: 0,
    warmUpSeconds: 0,
    seconds: 0,
  },
  import: { rows: 2_000, orders: ['sorted', 'mixed'], rounds: 1 },
};

test('imports are measured in both orders of ids, and with an installed sqlite3 shell', async () => {
  const results = resultsOf(
    plan,
    await bench(plan, { folder: temporaryFolder(), say: () => undefined }),
    new Date(),
  );
  expect(results.importRuns.map(({ order }) => order)).toEqual(['sorted', 'mixed']);
  for (const run of results.importRuns) {
    expect(run).toMatchObject({ rows: 2_000, rowsPerSecond: expect.any(Number), reads: expect.any(Number) });
    expect(run.readP99Ms).toBeGreaterThan(0);
    expect(run.shellRowsPerSecond === undefined).toBe(!isShellThere());
  }
  expect(tableOf(results)).toMatch(/^Import of CSV, the plant store .*rows\/s/m);
});

const runOf = (
  round: number,
  order: ImportRun['order'],
  speed: number,
  shell: number | undefined,
): ImportRun => ({
  ...{ round, order, rows: 10, rowsPerSecond: speed, shellRowsPerSecond: shell, peakMb: 200 },
  ...{ reads: 5, readP50Ms: 1, readP99Ms: 2 },
});

test('the import ratio is that of the worse order within each round, and is absent without the shell', () => {
  const runs = [runOf(1, 'sorted', 30, 10), runOf(2, 'sorted', 20, 10), runOf(1, 'mixed', 4, 10)];
  expect(importRows(runs).map(({ ratio }) => ratio)).toEqual([2.5, 0.4]);
  const ofImport = (all: ImportRun[]) =>
    verdicts({
      runs: [],
      searchRuns: [],
      crowdRuns: [],
      importRuns: all,
      scrollRuns: [],
      deskRuns: [],
      sandboxRuns: [],
      eventsRuns: [],
      postgresqlRuns: [],
    }).filter(({ target }) => target.startsWith('Import, rows'));
  expect(ofImport(runs)).toMatchObject([{ measured: 0.4, isMet: false }]);
  expect(ofImport([runOf(1, 'sorted', 30, undefined)])).toMatchObject([
    { measured: undefined, isMet: undefined },
  ]);
});
