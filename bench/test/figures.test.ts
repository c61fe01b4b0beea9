import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { turnsOf } from '../src/bench.ts';
import { chartOf } from '../src/chart.ts';
import { median, Samples } from '../src/percentiles.ts';
import { planFor } from '../src/plan.ts';
import { cpuSeconds, memoryMb } from '../src/process-figures.ts';
import type { Run } from '../src/rounds.ts';
import { scrollRows } from '../src/scroll.ts';
import type { ServerKey } from '../src/servers.ts';
import { verdicts } from '../src/targets.ts';

test('percentiles are measured values, by the nearest rank', () => {
  const samples = new Samples();
  // More values than fit into the initial buffer, unsorted.
  for (let value = 100_000; value >= 1; value--) samples.add(value);
  expect(samples.percentiles(0, 50, 99, 99.999, 100)).toEqual([1, 50_000, 99_000, 99_999, 100_000]);
  const few = new Samples();
  for (const value of [7, 9, 8]) few.add(value);
  expect(few.percentiles(33, 50, 66, 67, 99)).toEqual([7, 8, 8, 9, 9]);
  expect(new Samples().percentiles(50)).toEqual([Number.NaN]);
});

test('a median is the middle value, or the mean of the two middle values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 2, 1, 4])).toBe(3);
  expect(median([])).toBe(Number.NaN);
});

const runOf = (server: ServerKey, round: number, requestsPerSecond: number): Run => ({
  round,
  server,
  plantCount: 10_000,
  coldStartMs: 1001,
  idleMb: 130,
  peakMb: 200,
  measurements: [
    {
      operation: 'post',
      connections: 32,
      requestsPerSecond,
      p50Ms: 1,
      p99Ms: 2,
      cpuSecondsPer1000: 0.1,
      loadCpuShare: 0.5,
    },
  ],
});

const nothing = {
  runs: [],
  searchRuns: [],
  crowdRuns: [],
  importRuns: [],
  scrollRuns: [],
  deskRuns: [],
  sandboxRuns: [],
  eventsRuns: [],
  postgresqlRuns: [],
};

// The plant store is 3, 2 and 4 times as fast in the three rounds. The ratio of the medians is 2.
const runs = [100, 30, 20].flatMap((speed, index) => [
  runOf('ours', index + 1, speed * ([3, 2, 4][index] ?? 0)),
  runOf('a', index + 1, speed),
]);

test('each target is compared with the median of the ratios within the rounds', () => {
  const [versusA, versusB] = verdicts({ ...nothing, runs });
  expect(versusA).toMatchObject({ measured: 3, isMet: true });
  // Neither reached nor missed, because (b) was not measured.
  expect(versusB).toMatchObject({ measured: undefined, isMet: undefined });
});

test('a value at the limit reaches its target, and a worse value does not', () => {
  const found = Object.fromEntries(
    verdicts({ ...nothing, runs }).map(({ target, isMet }) => [target.split(':')[0], isMet]),
  );
  expect(found).toMatchObject({ 'Idle resident memory': true, 'Cold start to the first 200': false });
});

test('PostgreSQL is compared with each peer, and three processes with one, within the rounds', () => {
  const run = { operation: 'post' as const, p50Ms: 1, p99Ms: 2, walBytes: 300 };
  const runs = [1, 2, 3].flatMap((round) => [
    { ...run, round, subject: 'one' as const, requestsPerSecond: 90 * round, apiCpu: 0.2, serverCpu: 0.2 },
    { ...run, round, subject: 'three' as const, requestsPerSecond: 9, apiCpu: 0.3, serverCpu: 0.21 },
    { ...run, round, subject: 'bare' as const, requestsPerSecond: 100 * round, apiCpu: 1, serverCpu: 1 },
  ]);
  const postgresqlRuns = [{ runs, roundTrips: [], sizes: [], chainedPerSecond: 1 }];
  expect(
    verdicts({ ...nothing, postgresqlRuns }).filter(({ measured }) => measured !== undefined),
  ).toMatchObject([
    { target: expect.stringMatching(/^post .* bare: at least 0.9/), measured: 0.9, isMet: true },
    { target: expect.stringMatching(/^CPU of post .* at most 1.25/), isMet: false },
  ]);
});

test('scrolling reports the medians of the rounds, for the list and the empty page', () => {
  const scrolled = { seconds: 60, frames: 3_000, longestTaskMs: 30, longestTaskCpuMs: 20 };
  const scrollRuns = [40, 70, 51].map((longestFrameMs, index) => ({
    ...{ round: index + 1, plants: 10_000, reached: 10_000, ...scrolled, longestFrameMs },
    still: { ...scrolled, longestFrameMs: longestFrameMs / 2 },
  }));
  expect(scrollRows(scrollRuns)).toMatchObject([
    { page: 'the list of 10,000 plants', longestFrameMs: 51 },
    { page: 'an empty page as long', longestFrameMs: 25.5 },
  ]);
  expect(verdicts({ ...nothing, scrollRuns }).at(-1)).toMatchObject({ measured: 51, isMet: false });
});

test('each round measures every server, and begins with a different server', () => {
  const plan = planFor({
    isQuick: false,
    isHelp: false,
    isAsUsers: false,
    isSearch: false,
    isCrowd: false,
    isImport: false,
    isScroll: false,
    isDesk: false,
    isSandbox: false,
    isEvents: false,
    isPostgresql: false,
    operations: ['get'],
    servers: ['ours', 'a', 'b'],
  });
  const rounds = Object.values(
    Object.groupBy(turnsOf(plan), ({ plantCount, round }) => `${plantCount} ${round}`),
  ).map((turns) => turns?.map(({ server }) => server) ?? []);
  expect(rounds).toHaveLength(plan.rounds * plan.plantCounts.length);
  for (const servers of rounds) expect(servers.toSorted()).toEqual(['a', 'b', 'ours']);
  expect(new Set(rounds.slice(0, 3).map(([first]) => first)).size).toBe(3);
});

test('the chart has a bar and a number for each server, and colours for light and dark', () => {
  const svg = chartOf(runs, ['a < b & c']);
  expect(svg.match(/<rect /g)).toHaveLength(2);
  expect(svg).toContain('plant store');
  expect(svg).toContain('80 · p99 2.0 ms · 10 k plants');
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).toContain('a &lt; b &amp; c');
});

test.runIf(process.platform === 'linux')(
  "measured CPU time and memory agree with Node's own values",
  async () => {
    // Uses a new process, as the values include ended children, which this process may have.
    const work = `for (const until = performance.now() + 1500; performance.now() < until; );
    process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
    setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const pid = child.pid as number;
    const [{ cpu, rss }] = await once(child, 'message');
    const told = { cpu: cpuSeconds(pid), memory: memoryMb(pid)?.now ?? 0 };
    child.kill();
    expect(told.cpu).toBeCloseTo((cpu.user + cpu.system) / 1e6, 0);
    expect(told.memory / (rss / 1e6)).toBeCloseTo(1, 0);
  },
);
