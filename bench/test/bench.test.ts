import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { bench } from '../src/bench.ts';
import { isWhole, parseOptions, UsageError } from '../src/options.ts';
import type { Plan } from '../src/plan.ts';
import { resultsOf, writeResults } from '../src/results.ts';
import { countPlants, keepOneTable } from '../src/store-file.ts';
import { tableOf } from '../src/table.ts';
import { temporaryFolder, temporaryStore } from './temporary.ts';

const plan: Plan = {
  servers: ['ours', 'a'],
  operations: ['get', 'list', 'post'],
  connections: [1, 4],
  plantCounts: [100],
  rounds: 1,
  warmUpSeconds: 0.1,
  seconds: 0.1,
};

test('--as-users gives no server its own core, and the bare server one table', async () => {
  const asUsers: Plan = {
    ...plan,
    servers: ['ours', 'b'],
    operations: ['post', 'list'],
    connections: [4],
    isAsUsers: true,
  };
  const { isPinned, runs } = await bench(asUsers, { folder: temporaryFolder(), say: () => undefined });
  expect(isPinned).toBe(false);
  expect(runs.map(({ server }) => server)).toEqual(['ours', 'b']);
  const file = await temporaryStore(10);
  keepOneTable(file);
  expect(countPlants(file)).toBe(10);
  const db = new SqliteConnection(file);
  onTestFinished(() => void db.close());
  expect(db.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all()).toEqual([
    'plants',
    'plants_added_at_id_idx',
  ]);
});

test('a run writes its results, the verdicts and a chart, and leaves no temporary file', async () => {
  const [folder, results] = [temporaryFolder(), temporaryFolder()];
  const said: string[] = [];
  const found = resultsOf(plan, await bench(plan, { folder, say: (line) => said.push(line) }), new Date());
  expect(readdirSync(folder)).toEqual([]);
  expect(said.at(-1)).toMatch(/^2\/2: round 1 of 1, 100 plants, bare, one commit each; about \d+ s left$/);

  const [json = '', svg = ''] = writeResults(results, 'last', found);
  const written = JSON.parse(readFileSync(json, 'utf8'));
  expect(Object.keys(written)).toEqual([
    'startedAt',
    'durationSeconds',
    'commit',
    'machine',
    'plan',
    'failures',
    'targets',
    'medians',
    'search',
    'crowds',
    'imports',
    'scrolling',
    'desk',
    'sandbox',
    'events',
    'postgresql',
    'runs',
    'importRuns',
    'deskRuns',
    'sandboxRuns',
    'eventsRuns',
    'postgresqlRuns',
    'scrollRuns',
    'crowdRuns',
    'searchRuns',
  ]);
  expect(written.runs).toHaveLength(2);
  const figure = expect.any(Number);
  const process = { coldStartMs: figure, idleMb: figure, peakMb: figure };
  for (const run of written.runs) {
    expect(run).toMatchObject({ round: 1, plantCount: 100, ...process });
    expect(run.measurements).toHaveLength(6);
    for (const one of run.measurements)
      expect(one).toEqual({
        operation: expect.stringMatching(/^(get|list|post)$/),
        connections: expect.toBeOneOf([1, 4]),
        requestsPerSecond: figure,
        p50Ms: figure,
        p99Ms: figure,
        cpuSecondsPer1000: figure,
        loadCpuShare: figure,
      });
  }
  expect(written.medians).toHaveLength(12);
  expect(written.targets[0]).toEqual({ target: expect.any(String), measured: null, isMet: null, unit: 'x' });
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(tableOf(found)).toMatch(/^GET \/plants\/\{id\}, 100 plants .*requests\/s/m);
});

test('command-line arguments choose the measurements', () => {
  expect(parseOptions([])).toEqual({
    isQuick: false,
    isHelp: false,
    isAsUsers: false,
    isSearch: true,
    isCrowd: true,
    isImport: true,
    isScroll: true,
    isDesk: true,
    isSandbox: true,
    isEvents: true,
    isPostgresql: true,
    operations: ['get', 'list', 'post'],
    servers: ['ours', 'a', 'b', 'c'],
  });
  expect(parseOptions(['--quick', '--only', 'post', '--servers', 'b,ours'])).toEqual({
    isQuick: true,
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
    operations: ['post'],
    servers: ['ours', 'b'],
  });
});

test.each([
  [true, []],
  [false, ['--quick']],
  [false, ['--as-users']],
  [false, ['--only', 'post']],
  [false, ['--servers', 'ours,a']],
])('it is %s that a run with the options %j is whole', (expected, words) => {
  expect(isWhole(parseOptions(words))).toBe(expected);
});

test.each([
  [['--fast'], '"--fast" is not an option'],
  [['post'], '"post" is not an option'],
  [
    ['--only', 'put'],
    '--only does not know "put"; it takes get, list, post, search, crowd, import, scroll, desk, sandbox, events, postgresql.',
  ],
  [['--servers', 'ours,d'], '--servers does not know "d"; it takes ours, a, b, c.'],
  [['--only'], '--only and --servers take a value'],
  [['--quick=yes'], '--only and --servers take a value; --quick and --as-users take none'],
])('arguments %j are refused with a list of valid arguments', (words, message) => {
  expect(() => parseOptions(words)).toThrow(UsageError);
  expect(() => parseOptions(words)).toThrow(message);
});

test('a run that is ended by a signal removes its files', async () => {
  const bench = join(import.meta.dirname, '..');
  const child = spawn(process.execPath, [join(bench, 'src/main.ts'), '--quick', '--servers', 'a'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of child.stdout) if (/round 1 of/.test(String(text))) break;
  const made = readdirSync(join(bench, 'data'));
  expect(made).not.toEqual([]);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(143);
  expect(readdirSync(join(bench, 'data'))).toEqual([]);
});

test('invalid arguments print the usage, exit with code 1, and create no file', () => {
  const bench = join(import.meta.dirname, '..');
  const before = readdirSync(bench);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(bench, 'src/main.ts'), '--fast'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Usage: npm run bench');
  expect(readdirSync(bench)).toEqual(before);
});
