import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Entry } from './catalogue.ts';
import type { Target } from './operations.ts';
import { medians, Samples } from './percentiles.ts';
import type { CrowdKind, CrowdPlan } from './plan.ts';
import type { Lab } from './rounds.ts';
import { makeSearchStore } from './search.ts';
import { threeWordPaths } from './search-mix.ts';
import { startServer } from './server-process.ts';
import { servers } from './servers.ts';
import { copyStoreFile } from './store-file.ts';

export type CrowdOrder = {
  kind: CrowdKind;
  port: number;
  tokens: string[];
  paths: string[];
  clients: number;
};

const figures = ['healthP99Ms', 'postP99Ms', 'aloneHealthP99Ms', 'alonePostP99Ms'] as const;

/** The times of another caller beside a crowd and, before it, alone. The crowd's requests are answered or refused. */
export type CrowdRun = { round: number; kind: CrowdKind; clients: number; plantCount: number } & Record<
  (typeof figures)[number] | 'answered' | 'refused',
  number
>;

/** The time between two requests of each kind. Each has a new connection. */
const everyMs = 25;

/** Measures `GET /healthz` and `POST /plants` of one caller, alone and then beside crowds of other callers. */
export async function measureCrowds(
  lab: Lab,
  { crowds, rounds, seconds }: CrowdPlan,
  say: (line: string) => void,
): Promise<CrowdRun[]> {
  const runs: CrowdRun[] = [];
  for (const { kind, clients, plantCount } of crowds) {
    say(`Making the catalogue of ${plantCount.toLocaleString('en')} plants`);
    const made = join(lab.folder, `crowd-${plantCount}.db`);
    const entries = await makeSearchStore(made, plantCount);
    for (let round = 1; round <= rounds; round++) {
      say(`${clients} ${kind}, round ${round} of ${rounds}`);
      const file = join(lab.folder, 'under-test', 'crowd.db');
      copyStoreFile(made, file);
      const { target, stop } = await startServer(servers.ours, { file, plantCount }, undefined);
      try {
        const alone = await besides(target, plantCount, seconds);
        const crowd = await startCrowd({ kind, clients, target, entries });
        const beside = besides(target, 2 * plantCount, seconds);
        // A failure ends the crowd too.
        const answers = await beside.then(crowd.end, crowd.end);
        runs.push({
          ...{ round, kind, clients, plantCount, ...(await beside), ...answers },
          ...{ aloneHealthP99Ms: alone.healthP99Ms, alonePostP99Ms: alone.postP99Ms },
        });
      } finally {
        await stop();
      }
    }
  }
  return runs;
}

/** Sends both kinds of requests at a steady rate, as late answers delay no request. @throws Error for a refused one */
export async function besides(target: Target, lastId: number, seconds: number) {
  const [health, post] = [new Samples(), new Samples()];
  const sendBoth = async (_: unknown, index: number) => {
    await wait((index + 1) * everyMs);
    const plant = { id: lastId + index + 1, name: 'Fern' };
    await Promise.all([timed(health, target, '/healthz'), timed(post, target, '/plants', plant)]);
  };
  await Promise.all(Array.from({ length: (seconds * 1_000) / everyMs }, sendBoth));
  const [healthP99Ms = Number.NaN] = health.percentiles(99);
  const [postP99Ms = Number.NaN] = post.percentiles(99);
  return { healthP99Ms, postP99Ms };
}

async function timed(samples: Samples, { port, token }: Target, path: string, plant?: object) {
  const begin = performance.now();
  const { status } = await send(port, token, path, plant);
  samples.add(performance.now() - begin);
  if (status !== 200) throw new Error(`${path} was answered ${status} beside a crowd`);
}

/** Sends a request on a new connection, from another address than the crowd: one network has a limit of its own. */
async function send(port: number, token: string, path: string, body?: object) {
  const sent = request({
    ...{ host: '127.0.0.1', localAddress: '127.0.0.2', port, path, agent: false },
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }).end(body && JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  const text: string = (await answer.setEncoding('utf8').toArray()).join('');
  return { status: answer.statusCode as number, text };
}

/** Begins the requests of a crowd in a process of its own. */
async function startCrowd({
  kind,
  clients,
  target,
  entries,
}: {
  kind: CrowdKind;
  clients: number;
  target: Target;
  entries: Entry[];
}) {
  const tokens: string[] = [];
  for (let caller = 1; caller <= (kind === 'exports' ? 10 : 1); caller++)
    tokens.push(await newToken(target, `crowd ${caller}`));
  const paths = kind === 'searches' ? threeWordPaths(entries, 5_000) : [];
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'));
  child.send({ kind, port: target.port, tokens, paths, clients } satisfies CrowdOrder);
  // The time in which all clients connect. Connecting alone takes a server some time.
  await wait(1_000);
  return {
    async end(): Promise<Pick<CrowdRun, 'answered' | 'refused'>> {
      child.send('end');
      const [answers] = await once(child, 'message');
      return answers;
    },
  };
}

async function newToken({ port, token }: Target, name: string): Promise<string> {
  const { status, text } = await send(port, token, '/trpc/tokens.create', {
    json: { name, scopes: ['plants:read'] },
  });
  if (status !== 200) throw new Error(`no token for the crowd: ${text}`);
  return JSON.parse(text).result.data.json.value;
}

export type CrowdRow = Omit<CrowdRun, 'round'>;

/** The medians of the rounds. */
export function crowdRows(runs: CrowdRun[]): CrowdRow[] {
  return [...new Set(runs.map(({ kind }) => kind))].flatMap((kind) => {
    const [first, ...others] = runs.filter((run) => run.kind === kind);
    return first ? [{ ...first, ...medians([first, ...others], [...figures, 'answered', 'refused']) }] : [];
  });
}
