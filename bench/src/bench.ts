import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askOver, assertContract } from './contract.ts';
import { chooseCores } from './cores.ts';
import { type CrowdRun, measureCrowds } from './crowd.ts';
import { type DeskRun, measureDesk } from './desk.ts';
import { type EventsRun, measureEvents } from './events.ts';
import { type ImportRun, measureImport } from './import.ts';
import { startLoadGenerator } from './load-generator.ts';
import { estimatedSeconds, type Plan } from './plan.ts';
import { measurePostgresql, type PostgresqlRun } from './postgresql.ts';
import { type Lab, measure, type Run, storeOf } from './rounds.ts';
import { measureSandbox, type SandboxRun } from './sandbox.ts';
import { measureScroll, type ScrollRun } from './scroll.ts';
import { measureSearch, type SearchRun } from './search.ts';
import { startServer } from './server-process.ts';
import { type BenchServer, servers } from './servers.ts';
import { copyStoreFile, makeStoreFile } from './store-file.ts';

export type Outcome = {
  isPinned: boolean;
  /** The parts that ended early, each with its reason. The other parts keep their figures. */
  failures: string[];
  runs: Run[];
  searchRuns: SearchRun[];
  crowdRuns: CrowdRun[];
  importRuns: ImportRun[];
  scrollRuns: ScrollRun[];
  deskRuns: DeskRun[];
  sandboxRuns: SandboxRun[];
  eventsRuns: EventsRun[];
  postgresqlRuns: PostgresqlRun[];
};

/** The number of plants that the contract checks need. */
const checkedPlantCount = 100;

/**
 * Checks that every server follows the contract. Then measures the servers one after the other, in several rounds.
 * @param options `folder` is on the disk to measure; its files are removed at the end. `say` gets the progress, line by
 * line.
 * @throws Error if a server breaks the contract. A part that fails later has no figures and is in `failures`.
 */
export async function bench(
  plan: Plan,
  { folder, say }: { folder: string; say(line: string): void },
): Promise<Outcome> {
  const cores = plan.isAsUsers ? undefined : chooseCores();
  const own = mkdtempSync(join(folder, 'run-'));
  const clean = () => rmSync(own, { recursive: true, force: true });
  process.once('exit', clean);
  const lab = { folder: own, cores, generator: startLoadGenerator(cores?.load) };
  try {
    const isCompared = plan.operations.length > 0;
    if (isCompared) say('Making the stores');
    for (const plantCount of isCompared ? new Set([checkedPlantCount, ...plan.plantCounts]) : [])
      await makeStoreFile(storeOf(lab, plantCount), plantCount);
    for (const key of isCompared ? plan.servers : []) {
      say(`Checking the answers of ${servers[key].title}`);
      await check(lab, servers[key]);
    }
    const failures: string[] = [];
    const part = async <T>(name: string, measured: () => T[] | Promise<T[]>): Promise<T[]> => {
      try {
        return await measured();
      } catch (cause) {
        failures.push(`${name}: ${(cause as Error).message}`);
        say(`This part has no figures. ${failures.at(-1)}`);
        return [];
      }
    };
    const { crowd, events, import: imports, postgresql, scroll, search } = plan;
    return {
      isPinned: cores !== undefined,
      failures,
      runs: await part('Comparison', () => (isCompared ? measureInTurn(lab, plan, say) : [])),
      importRuns: await part('Import', () => (imports ? measureImport(lab, imports, say) : [])),
      deskRuns: await part('Entry at the page', () => (plan.isDesk ? [measureDesk(say)] : [])),
      sandboxRuns: await part('Sandbox', async () => (plan.isSandbox ? [await measureSandbox(say)] : [])),
      eventsRuns: await part('Events', () => (events ? measureEvents(lab, events, say) : [])),
      postgresqlRuns: await part('PostgreSQL', async () =>
        postgresql ? [await measurePostgresql(lab, postgresql, say)] : [],
      ),
      scrollRuns: await part('Scrolling', () => (scroll ? measureScroll(scroll, say) : [])),
      crowdRuns: await part('Crowds', () => (crowd ? measureCrowds(lab, crowd, say) : [])),
      searchRuns: await part('Search', () => (search ? measureSearch(lab, search, say) : [])),
    };
  } finally {
    lab.generator.stop();
    process.off('exit', clean);
    clean();
  }
}

async function check(lab: Lab, server: BenchServer) {
  const file = join(lab.folder, 'checked', `${server.key}.db`);
  copyStoreFile(storeOf(lab, checkedPlantCount), file);
  const { target, stop } = await startServer(server, { file, plantCount: checkedPlantCount }, undefined);
  try {
    await assertContract(askOver(target), server);
  } finally {
    await stop();
  }
}

async function measureInTurn(lab: Lab, plan: Plan, say: (line: string) => void): Promise<Run[]> {
  const turns = turnsOf(plan);
  const runs: Run[] = [];
  const begin = performance.now();
  for (const turn of turns) {
    const done = runs.length;
    const perRun = done === 0 ? estimatedSeconds(plan) : (performance.now() - begin) / 1000 / done;
    say(
      `${done + 1}/${turns.length}: round ${turn.round} of ${plan.rounds}, ` +
        `${turn.plantCount.toLocaleString('en')} plants, ${servers[turn.server].title}; ` +
        `${remaining(perRun * (turns.length - done))} left`,
    );
    runs.push(await measure(lab, plan, turn));
  }
  return runs;
}

/** The order of the measurements: each round measures all servers, and begins with a different one. */
export const turnsOf = ({ plantCounts, rounds, servers }: Plan) =>
  plantCounts.flatMap((plantCount) =>
    Array.from({ length: rounds }, (_, index) => index).flatMap((index) =>
      servers.map((_, place) => ({
        plantCount,
        round: index + 1,
        server: servers[(index + place) % servers.length] as (typeof servers)[number],
      })),
    ),
  );

const remaining = (seconds: number) =>
  seconds < 90 ? `about ${Math.ceil(seconds / 5) * 5} s` : `about ${Math.round(seconds / 60)} min`;
