import type { Outcome } from './bench.ts';
import { type CrowdRun, crowdRows } from './crowd.ts';
import { type ImportRow, type ImportRun, importRows } from './import.ts';
import { measuredOnPostgresql } from './operations.ts';
import { usualConnections, usualPlantCount } from './plan.ts';
import { ratioOnPostgresql } from './postgresql.ts';
import { scrollRows } from './scroll.ts';
import { type SearchRun, searchRatio } from './search.ts';
import type { ServerKey } from './servers.ts';
import { type Figure, medianOf, medianRatio, type Where } from './summary.ts';

export type Verdict = {
  target: string;
  /** The measured value, and whether it reaches the target; `undefined` without a measurement. */
  measured: number | undefined;
  isMet: boolean | undefined;
  unit: string;
};

type Bound = { least: number } | { most: number };
const at = (operation: 'post' | 'get' | 'list', connections = usualConnections): Where => ({
  plantCount: usualPlantCount,
  operation,
  connections,
});

const process = { plantCount: usualPlantCount };

type Ratio = [name: string, figure: Figure, where: Where, versus: ServerKey, bound: Bound];

/** The targets of the plant store relative to another server in the same round. */
const ratios: Ratio[] = [
  ['POST at 32 connections, of (a)', 'requestsPerSecond', at('post'), 'a', { least: 2.5 }],
  ['POST at 32 connections, of (b)', 'requestsPerSecond', at('post'), 'b', { least: 0.5 }],
  ['POST at 32 connections, of (c)', 'requestsPerSecond', at('post'), 'c', { least: 6 }],
  ['GET by id at 32 connections, of (a)', 'requestsPerSecond', at('get'), 'a', { least: 0.5 }],
  ['p99 of POST at 32 connections, of (b)', 'p99Ms', at('post'), 'b', { most: 3 }],
  ['POST at 1 connection, of (a)', 'requestsPerSecond', at('post', 1), 'a', { least: 0.7 }],
];

const onPostgresql = [
  ['post', 'bare', 0.9],
  ['post', 'duties', 1.5],
  ['get', 'bare', 2],
  ['get', 'duties', 2],
  ['list', 'bare', 2],
  ['list', 'duties', 2],
] as const;

/** Compares each target with the measured value. */
export const verdicts = ({
  runs,
  searchRuns,
  crowdRuns,
  importRuns,
  scrollRuns,
  deskRuns: [desk],
  sandboxRuns: [sandbox],
  eventsRuns,
  postgresqlRuns,
}: Omit<Outcome, 'isPinned' | 'failures'>): Verdict[] => [
  ...ratios.map(([name, figure, where, versus, bound]) =>
    verdict(name, medianRatio(runs, ['ours', versus], figure, where), bound, 'x'),
  ),
  verdict(
    'Cold start to the first 200',
    medianOf(runs, 'ours', 'coldStartMs', process),
    { most: 1000 },
    'ms',
  ),
  verdict('Idle resident memory', medianOf(runs, 'ours', 'idleMb', process), { most: 130 }, 'MB'),
  ...[1, usualConnections].map((connections) => searchVerdict(searchRuns, connections)),
  verdict('p99 of healthz and POST beside crowds', slowestBeside(crowdRuns), { most: 250 }, 'ms'),
  ...importVerdicts(importRuns),
  verdict('Enter to the next paint, p95', desk?.enterP95Ms, { most: 30 }, 'ms'),
  verdict('500 waiting plants are saved', desk?.sentSeconds, { most: 3 }, 's'),
  verdict('Script of the sign-in page', desk && desk.signInBytes / 1000, { most: 130 }, 'KB'),
  verdict('Script of the list', desk && desk.listBytes / 1000, { most: 180 }, 'KB'),
  verdict('Time of the processor for a sandbox', sandbox?.cpuSeconds, { most: 3 }, 's'),
  verdict('Reset of a sandbox, p95', sandbox?.resetP95Ms, { most: 150 }, 'ms'),
  ...(['sqlite', 'postgresql'] as const).flatMap((engine) => {
    const run = eventsRuns.find((one) => one.engine === engine);
    const most = engine === 'sqlite' ? 50 : 80;
    return [
      verdict(`p95 from a 200 to a waiting follower, ${engine}`, run?.waitP95Ms, { most }, 'ms'),
      verdict(`p95 from a 200 to a webhook, ${engine}`, run?.webhookP95Ms, { most: 300 }, 'ms'),
      verdict(`The same beside nine that hang, ${engine}`, run?.crowdedWebhookP95Ms, { most: 300 }, 'ms'),
      verdict(
        `POST with a follower and a webhook, of without, ${engine}`,
        run?.postRatio,
        { least: 0.97 },
        'x',
      ),
      verdict(`Events of an import a second, ${engine}`, run?.eventsPerSecond, { least: 50_000 }, ''),
      verdict(`Memory of 1,000 waiting requests, ${engine}`, run?.waitersMb, { most: 40 }, 'MB'),
    ];
  }),
  ...onPostgresql.map(([operation, peer, least]) =>
    verdict(
      `${operation} on PostgreSQL, of Fastify + Prisma, ${peer}`,
      ratioOnPostgresql(postgresqlRuns, operation, ['one', peer], (run) => run.requestsPerSecond),
      { least },
      'x',
    ),
  ),
  ...measuredOnPostgresql.map((operation) =>
    verdict(
      `CPU of ${operation} on PostgreSQL, three processes, of one`,
      ratioOnPostgresql(postgresqlRuns, operation, ['three', 'one'], (run) => run.apiCpu + run.serverCpu),
      { most: 1.25 },
      'x',
    ),
  ),
  verdict(
    'The longest frame while the list of 10,000 plants is scrolled',
    scrollRows(scrollRuns)[0]?.longestFrameMs,
    { most: 50 },
    'ms',
  ),
];

function verdict(name: string, measured: number | undefined, bound: Bound, unit: string): Verdict {
  const [word, limit] = 'least' in bound ? ['at least', bound.least] : ['at most', bound.most];
  return { target: `${name}: ${word} ${limit} ${unit}`, measured, isMet: isWithin(measured, bound), unit };
}

/** The verdicts on imports, by the slower order of ids. */
function importVerdicts(runs: ImportRun[]): Verdict[] {
  const rows = importRows(runs);
  const worst = (choose: (...values: number[]) => number, figure: (row: ImportRow) => number | undefined) => {
    const values = rows.map(figure).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : choose(...values);
  };
  return [
    verdict(
      'Import, rows a second, of .import in the sqlite3 shell',
      worst(Math.min, ({ ratio }) => ratio),
      { least: 0.5 },
      'x',
    ),
    verdict(
      'Memory at its highest during an import',
      worst(Math.max, ({ peakMb }) => peakMb),
      { most: 256 },
      'MB',
    ),
    verdict(
      'p99 of GET by id during an import',
      worst(Math.max, ({ readP99Ms }) => readP99Ms),
      { most: 50 },
      'ms',
    ),
  ];
}

function slowestBeside(runs: CrowdRun[]): number | undefined {
  const times = crowdRows(runs).flatMap(({ healthP99Ms, postP99Ms }) => [healthP99Ms, postP99Ms]);
  return times.length === 0 ? undefined : Math.max(...times);
}

function searchVerdict(runs: SearchRun[], connections: number): Verdict {
  const at = `${connections} connection${connections === 1 ? '' : 's'}`;
  const name = `p95 of search and list at ${at}, 1,000,000 plants, of 10,000`;
  return verdict(name, searchRatio(runs, connections), { most: 2 }, 'x');
}

function isWithin(measured: number | undefined, bound: Bound): boolean | undefined {
  if (measured === undefined) return undefined;
  return 'least' in bound ? measured >= bound.least : measured <= bound.most;
}
