import type { CrowdRow } from './crowd.ts';
import type { DeskRun } from './desk.ts';
import type { EventsRun } from './events.ts';
import type { ImportRow } from './import.ts';
import { type Measured, measuredOnPostgresql, operationTitles } from './operations.ts';
import type { PostgresqlRow, PostgresqlRun } from './postgresql.ts';
import type { Run } from './rounds.ts';
import type { SandboxRun } from './sandbox.ts';
import type { ScrollRow } from './scroll.ts';
import type { SearchRow } from './search.ts';
import { serverKeys, servers } from './servers.ts';
import { medianOf, rowsOf } from './summary.ts';
import type { Verdict } from './targets.ts';

type Tabled = {
  runs: Run[];
  search: SearchRow[];
  crowds: CrowdRow[];
  imports: ImportRow[];
  scrolling: ScrollRow[];
  desk: DeskRun[];
  sandbox: SandboxRun[];
  events: EventsRun[];
  postgresql: PostgresqlRow[];
  postgresqlRuns: PostgresqlRun[];
  targets: Verdict[];
};

/** The medians as text: a block for each operation and size, a block for the processes, then the targets. */
export function tableOf({
  runs,
  search,
  crowds,
  imports,
  scrolling,
  desk,
  sandbox,
  events,
  postgresql,
  postgresqlRuns,
  targets,
}: Tabled): string {
  const blocks = [
    operationLines(runs),
    processLines(runs),
    searchLines(search),
    crowdLines(crowds),
    importLines(imports),
    scrollLines(scrolling),
    deskLines(desk),
    sandboxLines(sandbox),
    eventsLines(events),
    ...measuredOnPostgresql.map((operation) => postgresqlLines(operation, postgresql)),
    ...postgresqlRuns.map(costLines),
    targets.map(verdictLine),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ''])
    .join('\n');
}

const searchLines = (rows: SearchRow[]): string[] =>
  block(
    ['Search and list, the plant store', 'conn.', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms'],
    rows.map(({ plantCount, connections, requestsPerSecond, p50Ms, p95Ms, p99Ms }) => [
      `  ${plantCount.toLocaleString('en')} plants`,
      String(connections),
      count(requestsPerSecond),
      ...[p50Ms, p95Ms, p99Ms].map((ms) => fixed(ms, 2)),
    ]),
  );

const crowdLines = (rows: CrowdRow[]): string[] =>
  block(
    ['p99 in ms beside a crowd, and alone', 'healthz', 'alone', 'POST', 'alone', 'answered', 'refused'],
    rows.map((row) => [
      `  ${row.clients} ${row.kind}, ${row.plantCount.toLocaleString('en')} plants`,
      ...[row.healthP99Ms, row.aloneHealthP99Ms, row.postP99Ms, row.alonePostP99Ms].map((ms) => fixed(ms, 1)),
      ...[row.answered, row.refused].map(count),
    ]),
  );

const importLines = (rows: ImportRow[]): string[] =>
  block(
    ['Import of CSV, the plant store', 'rows/s', 'shell rows/s', 'peak MB', 'GET p50 ms', 'GET p99 ms'],
    rows.map((row) => [
      `  ${row.rows.toLocaleString('en')} rows, ids ${row.order}`,
      ...[row.rowsPerSecond, row.shellRowsPerSecond, row.peakMb].map(count),
      ...[row.readP50Ms, row.readP99Ms].map((ms) => fixed(ms, 2)),
    ]),
  );

const scrollLines = (rows: ScrollRow[]): string[] =>
  block(
    ['Scrolling to the end', 's', 'frames', 'longest ms', 'task ms', 'task CPU ms'],
    rows.map(({ page, seconds, frames, longestFrameMs, longestTaskMs, longestTaskCpuMs }) => [
      `  ${page}`,
      ...[seconds, frames, longestFrameMs, longestTaskMs, longestTaskCpuMs].map(count),
    ]),
  );

const deskLines = (runs: DeskRun[]): string[] =>
  block(
    ['Entry at the page', 'entries', 's', 'Enter p95 ms', '500 sent s', 'sign-in KB', 'list KB'],
    runs.map(({ entries, entrySeconds, enterP95Ms, sentSeconds, signInBytes, listBytes }) => [
      '  the keyboard, without a pause',
      count(entries),
      ...[entrySeconds, enterP95Ms, sentSeconds].map((time) => fixed(time, 1)),
      ...[signInBytes, listBytes].map((bytes) => count(bytes / 1000)),
    ]),
  );

const sandboxLines = (runs: SandboxRun[]): string[] =>
  block(
    ['Sandbox of a test run', 'ready s', 'CPU s', 'resets', 'p50 ms', 'p95 ms'],
    runs.map(({ readySeconds, cpuSeconds, resets, resetP50Ms, resetP95Ms }) => [
      '  npm run sandbox',
      ...[readySeconds, cpuSeconds].map((seconds) => fixed(seconds, 1)),
      ...[resets, resetP50Ms, resetP95Ms].map(count),
    ]),
  );

const eventsLines = (runs: EventsRun[]): string[] =>
  block(
    ['GET /events', 'p50 ms', 'p95 ms', 'hook p95', 'with 9', 'POST, x', 'events/s', '1,000 MB'],
    runs.map((run) => [
      `  ${run.engine}`,
      ...[run.waitP50Ms, run.waitP95Ms, run.webhookP95Ms, run.crowdedWebhookP95Ms].map((ms) => fixed(ms, 1)),
      fixed(run.postRatio, 2),
      ...[run.eventsPerSecond, run.waitersMb].map(count),
    ]),
  );

const postgresqlLines = (operation: Measured, rows: PostgresqlRow[]): string[] =>
  block(
    [
      `${operationTitles[operation]}, PostgreSQL`,
      ...['requests/s', 'p50 ms', 'p99 ms', 'CPU s/1000', 'its server', 'round trips', 'WAL bytes'],
    ],
    rows
      .filter((row) => row.operation === operation)
      .map(({ title, requestsPerSecond, p50Ms, p99Ms, apiCpu, serverCpu, roundTrips, walBytes }) => [
        `  ${title}`,
        count(requestsPerSecond),
        ...[p50Ms, p99Ms].map((ms) => fixed(ms, 2)),
        ...[apiCpu, serverCpu].map((seconds) => fixed(seconds, 3)),
        ...[roundTrips, walBytes].map(count),
      ]),
  );

const costLines = ({ sizes, chainedPerSecond }: PostgresqlRun): string[] =>
  block(
    ['Bytes of a row', 'table', 'indexes'],
    [
      ...sizes.map(({ engine, table, tableBytes, indexBytes }) => [
        `  ${table} on ${engine}`,
        ...[tableBytes, indexBytes].map(count),
      ]),
      ['Audit entries that are chained in a second', count(chainedPerSecond)],
    ],
  );

/** The lines of a table; none without rows. */
const block = (head: string[], rows: string[][]): string[] =>
  rows.length === 0 ? [] : [head, ...rows].map(line);

function operationLines(runs: Run[]): string[] {
  const lines: string[] = [];
  let block = '';
  for (const row of rowsOf(runs)) {
    const title = `${operationTitles[row.operation]}, ${row.plantCount.toLocaleString('en')} plants`;
    if (title !== block)
      lines.push('', line([title, 'conn.', 'requests/s', 'p50 ms', 'p99 ms', 'CPU s/1000']));
    block = title;
    lines.push(
      line([
        `  ${servers[row.server].title}`,
        String(row.connections),
        count(row.requestsPerSecond),
        fixed(row.p50Ms, 2),
        fixed(row.p99Ms, 2),
        fixed(row.cpuSecondsPer1000, 3),
      ]),
    );
  }
  return lines;
}

function processLines(runs: Run[]): string[] {
  const lines: string[] = [];
  for (const plantCount of new Set(runs.map((run) => run.plantCount))) {
    lines.push(
      line([`Process, ${plantCount.toLocaleString('en')} plants`, '', 'start ms', 'idle MB', 'peak MB']),
    );
    for (const server of serverKeys.filter((key) => runs.some((run) => run.server === key))) {
      const of = (figure: 'coldStartMs' | 'idleMb' | 'peakMb') =>
        count(medianOf(runs, server, figure, { plantCount }));
      lines.push(line([`  ${servers[server].title}`, '', of('coldStartMs'), of('idleMb'), of('peakMb')]));
    }
  }
  return lines;
}

function verdictLine({ target, measured, isMet, unit }: Verdict): string {
  if (isMet === undefined) return `not measured  ${target}`;
  return `${isMet ? 'met         ' : 'MISSED      '}  ${target}; ${fixed(measured, unit === 'x' ? 2 : 0)} ${unit}`;
}

function line([first = '', ...others]: string[]): string {
  return (first.padEnd(44) + others.map((cell) => cell.padStart(12)).join('')).trimEnd();
}

const count = (value: number | undefined) =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en');

const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? '–';
