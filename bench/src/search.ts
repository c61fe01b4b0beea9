import { join } from 'node:path';
import { foldedOf } from '@plant-store/schema/fold';
import { createCatalogue, type Entry } from './catalogue.ts';
import type { Target } from './operations.ts';
import { median, medians } from './percentiles.ts';
import type { SearchPlan } from './plan.ts';
import type { Lab } from './rounds.ts';
import { listsToFollow, searchPaths } from './search-mix.ts';
import { startServer } from './server-process.ts';
import { servers } from './servers.ts';
import { copyStoreFile, fillStoreFile, readThrough } from './store-file.ts';

const figures = ['requestsPerSecond', 'p50Ms', 'p95Ms', 'p99Ms'] as const;

/** The results of a new process of the plant store in one round. */
export type SearchRun = Record<'round' | 'plantCount' | 'connections' | (typeof figures)[number], number>;

/** The number of different requests, and the number of later pages of a list. */
const pathCount = 20_000;
const pagesFollowed = 60;

/** Measures the mixed workload of `search-mix.ts` on stores of each size, one after another, in several rounds. */
export async function measureSearch(
  lab: Lab,
  { plantCounts, connections, rounds, warmUpSeconds, seconds }: SearchPlan,
  say: (line: string) => void,
): Promise<SearchRun[]> {
  const entries = new Map<number, Entry[]>();
  for (const plantCount of plantCounts) {
    say(`Making the catalogue of ${plantCount.toLocaleString('en')} plants`);
    entries.set(plantCount, await makeSearchStore(storeOf(lab, plantCount), plantCount));
  }
  const runs: SearchRun[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const plantCount of plantCounts) {
      say(`Search, round ${round} of ${rounds}, ${plantCount.toLocaleString('en')} plants`);
      const file = join(lab.folder, 'under-test', 'search.db');
      copyStoreFile(storeOf(lab, plantCount), file);
      const { target, pid, stop } = await startServer(servers.ours, { file, plantCount }, lab.cores?.server);
      try {
        const known = entries.get(plantCount) ?? [];
        const paths = searchPaths(known, await pagesFurtherOn(target, known), pathCount);
        const run = (at: number, length: number) => {
          readThrough(file);
          return lab.generator.run({
            target: { ...target, paths },
            operation: 'search',
            connections: at,
            seconds: length,
            pid,
            firstId: 0,
          });
        };
        await run(Math.max(...connections), warmUpSeconds);
        for (const at of connections) {
          const { requests, seconds: took, p50Ms, p95Ms, p99Ms } = await run(at, seconds);
          const requestsPerSecond = requests / took;
          runs.push({ round, plantCount, connections: at, requestsPerSecond, p50Ms, p95Ms, p99Ms });
        }
      } finally {
        await stop();
      }
    }
  return runs;
}

const storeOf = ({ folder }: Lab, plantCount: number) => join(folder, `catalogue-${plantCount}.db`);

/** Follows the pages of some lists, and returns their addresses as the server gives them. */
async function pagesFurtherOn({ port, token }: Target, entries: Entry[]): Promise<string[]> {
  const pages: string[] = [];
  for (const list of listsToFollow(entries)) {
    let path: string | undefined = list.replace('limit=50', 'limit=200');
    for (let page = 0; path !== undefined && page < pagesFollowed; page++) {
      const answer: Response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      path = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      if (path !== undefined) pages.push(path.replace('limit=200', 'limit=50'));
    }
  }
  return pages;
}

export type SearchRow = Omit<SearchRun, 'round'>;

/** The medians over the rounds. */
export function searchRows(runs: SearchRun[]): SearchRow[] {
  const seen = (key: 'plantCount' | 'connections') => [...new Set(runs.map((run) => run[key]))];
  return seen('plantCount').flatMap((plantCount) =>
    seen('connections').map((connections) => {
      const same = runs.filter((run) => run.plantCount === plantCount && run.connections === connections);
      return { plantCount, connections, ...medians(same, figures) };
    }),
  );
}

/** The p95 of the largest store divided by the p95 of the smallest store: the median of this ratio over the rounds. */
export function searchRatio(runs: SearchRun[], connections: number): number | undefined {
  const counts = runs.map(({ plantCount }) => plantCount);
  const at = (round: number, plantCount: number) =>
    runs.find(
      (run) => run.round === round && run.plantCount === plantCount && run.connections === connections,
    )?.p95Ms;
  const ratios = [...new Set(runs.map(({ round }) => round))].flatMap((round) => {
    const [small, large] = [at(round, Math.min(...counts)), at(round, Math.max(...counts))];
    return small === undefined || large === undefined ? [] : [large / small];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

/** Makes a store file of a catalogue, with ids from 1 to `count`, the highest the newest. Returns some plants. */
export async function makeSearchStore(path: string, count: number): Promise<Entry[]> {
  const next = createCatalogue();
  const some: Entry[] = [];
  await fillStoreFile(path, (db) => {
    db.pragma('cache_size = -262144');
    const insert = db.prepare('INSERT INTO plants (id, name, tag, folded, added_at) VALUES (?, ?, ?, ?, ?)');
    db.transaction(() => {
      for (let id = 1; id <= count; id++) {
        const entry = next();
        insert.run(id, entry.name, entry.tag ?? null, foldedOf(entry), 1_700_000_000_000_000 + id * 1_000);
        if (id % Math.ceil(count / 5_000) === 0) some.push(entry);
      }
    })();
  });
  return some;
}
