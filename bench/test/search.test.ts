import { expect, onTestFinished, test, vi } from 'vitest';
import { bench } from '../src/bench.ts';
import { createCatalogue } from '../src/catalogue.ts';
import { parseOptions } from '../src/options.ts';
import type { Plan } from '../src/plan.ts';
import { resultsOf } from '../src/results.ts';
import { type SearchRun, searchRatio, searchRows } from '../src/search.ts';
import { isFound, searchKinds, searchPaths } from '../src/search-mix.ts';
import { tableOf } from '../src/table.ts';
import { temporaryFolder } from './temporary.ts';

const runOf = (round: number, plantCount: number, p95Ms: number): SearchRun => ({
  round,
  plantCount,
  connections: 1,
  requestsPerSecond: 1_000,
  p50Ms: 1,
  p95Ms,
  p99Ms: 9,
});

const onlySearch = {
  servers: [],
  operations: [],
  connections: [],
  plantCounts: [],
  rounds: 0,
  warmUpSeconds: 0,
  seconds: 0,
  search: { connections: [1, 2], plantCounts: [300, 3_000], rounds: 1, warmUpSeconds: 0.1, seconds: 0.3 },
} satisfies Plan;

test('search is measured on catalogues of each size, with a check of every answer', async () => {
  const outcome = await bench(onlySearch, { folder: temporaryFolder(), say: () => undefined });
  const results = resultsOf(onlySearch, outcome, new Date());
  expect(results.search.map(({ plantCount, connections }) => [plantCount, connections])).toEqual([
    [300, 1],
    [300, 2],
    [3_000, 1],
    [3_000, 2],
  ]);
  for (const run of results.searchRuns) expect(run.requestsPerSecond).toBeGreaterThan(0);
  expect(
    results.targets.filter(({ target }) => target.startsWith('p95 of search')).map(({ isMet }) => isMet),
  ).toEqual([expect.any(Boolean), undefined]);
  expect(tableOf(results)).toMatch(/^Search and list, the plant store .*p95 ms/m);
});

test('a part that fails does not discard the figures of the other parts', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/missing/chromium');
  onTestFinished(() => void vi.unstubAllEnvs());
  const search = { ...onlySearch.search, connections: [1], plantCounts: [300] };
  const outcome = await bench(
    { ...onlySearch, search, scroll: { plants: 1, rounds: 1 } },
    { folder: temporaryFolder(), say: () => undefined },
  );
  expect(outcome.failures).toEqual([expect.stringMatching(/^Scrolling: the list could not be scrolled: /)]);
  expect(outcome.scrollRuns).toEqual([]);
  expect(outcome.searchRuns).toHaveLength(1);
});

test('the search ratio compares catalogue sizes within each round', () => {
  const runs = [
    runOf(1, 10, 1),
    runOf(1, 1_000, 2),
    runOf(2, 10, 10),
    runOf(2, 1_000, 15),
    runOf(3, 10, 1),
    runOf(3, 1_000, 9),
  ];
  expect(searchRatio(runs, 1)).toBe(2);
  expect(searchRatio(runs, 32)).toBeUndefined();
  expect(searchRows(runs).map(({ p95Ms }) => p95Ms)).toEqual([1, 9]);
});

test('the search workload is the same in each run, and has the documented share of each kind', () => {
  const next = createCatalogue();
  const entries = Array.from({ length: 500 }, next);
  const again = createCatalogue();
  expect(Array.from({ length: 500 }, again)).toEqual(entries);
  const paths = searchPaths(entries, ['/further'], 10_000);
  expect(searchPaths(entries, ['/further'], 10_000)).toEqual(paths);
  const share = paths.filter((path) => path === '/further').length / paths.length;
  expect(share).toBeCloseTo(searchKinds['a page further on'] / 100, 1);
  expect(Object.values(searchKinds).reduce<number>((sum, one) => sum + one, 0)).toBe(100);
});

test('a search answer with a non-matching plant counts as wrong', () => {
  const rose = JSON.stringify([{ id: 1234, name: "Rosa × alba 'Red Star'", tag: 'shrub' }]);
  for (const query of ['q=ro+re', 'q=shr', 'tag=shrub', 'q=1234', 'q=12', 'q='])
    expect(isFound(`/plants?${query}`, rose)).toBe(true);
  for (const query of ['q=osa', 'tag=', 'tag=shru', 'q=234', 'q=12345'])
    expect(isFound(`/plants?${query}`, rose)).toBe(false);
  expect(isFound('/plants', '{}')).toBe(false);
});

test('--only search measures search alone', () => {
  expect(parseOptions(['--only', 'search'])).toMatchObject({ isSearch: true, operations: [] });
});
