import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './bench.ts';
import { chartOf } from './chart.ts';
import { crowdRows } from './crowd.ts';
import { importRows } from './import.ts';
import type { Plan } from './plan.ts';
import { postgresqlRows } from './postgresql.ts';
import { scrollRows } from './scroll.ts';
import { searchRows } from './search.ts';
import { rowsOf } from './summary.ts';
import { verdicts } from './targets.ts';

/** All results of a run, as in the JSON file. */
export type Results = ReturnType<typeof resultsOf>;

/** Collects the medians, the verdicts and every single measurement, with the conditions of the run. */
export function resultsOf(plan: Plan, { isPinned, failures, ...outcome }: Outcome, startedAt: Date) {
  const { runs, searchRuns, crowdRuns, importRuns, scrollRuns, deskRuns, sandboxRuns, eventsRuns } = outcome;
  const { postgresqlRuns } = outcome;
  return {
    startedAt: startedAt.toISOString(),
    durationSeconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    commit: commit(),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      system: `${process.platform} ${release()}`,
      node: process.version,
      isPinned,
    },
    plan,
    failures,
    targets: verdicts(outcome),
    medians: rowsOf(runs),
    search: searchRows(searchRuns),
    crowds: crowdRows(crowdRuns),
    imports: importRows(importRuns),
    scrolling: scrollRows(scrollRuns),
    desk: deskRuns,
    sandbox: sandboxRuns,
    events: eventsRuns,
    postgresql: postgresqlRows(postgresqlRuns),
    ...outcome,
  };
}

/** Writes `<name>.json` and `<name>.svg` to the folder; returns their paths. */
export function writeResults(folder: string, name: string, results: Results): string[] {
  mkdirSync(folder, { recursive: true });
  const [json, svg] = [join(folder, `${name}.json`), join(folder, `${name}.svg`)];
  writeFileSync(json, `${JSON.stringify(results, (_key, value) => value ?? null, 2)}\n`);
  writeFileSync(svg, chartOf(results.runs, captionOf(results)));
  return [json, svg];
}

/** The number of measurements in which the load generator almost used up its core, and so measured its own limit. */
export const limitedByLoad = ({ runs }: Pick<Results, 'runs'>): number =>
  runs.flatMap(({ measurements }) => measurements).filter(({ loadCpuShare }) => loadCpuShare > 0.95).length;

function captionOf({ startedAt, commit: at, machine, plan }: Results): string[] {
  return [
    `32 connections; medians of ${plan.rounds} rounds of ${plan.seconds} s, each in a fresh process. Every POST is on disk.`,
    `${startedAt.slice(0, 10)}, commit ${at}, Node ${machine.node.slice(1)}${machine.isPinned ? ', the server on one core' : ''}.`,
  ];
}

/** The measured commit, with a note if the working files differ from it. */
function commit(): string {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--dirty=-changed', '--exclude=*'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown commit';
}
