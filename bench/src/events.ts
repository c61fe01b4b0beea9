import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, plants } from '@plant-store/db';
import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { Connection } from './connection.ts';
import { type Exchange, exchanges, type Target } from './operations.ts';
import { median, Samples } from './percentiles.ts';
import { type EventsPlan, usualConnections } from './plan.ts';
import { plantOf } from './plants.ts';
import { memoryMb } from './process-figures.ts';
import type { Lab } from './rounds.ts';
import { type RunningServer, startServer } from './server-process.ts';
import { servers } from './servers.ts';

/** The results of the feed on an engine. */
export type EventsRun = {
  engine: 'sqlite' | 'postgresql';
  /** The time from the answer of a POST to that of a waiting follower. */
  waitP50Ms: number;
  waitP95Ms: number;
  /** `POST` a second with a follower, of those without. */
  postRatio: number;
  /** The memory of a thousand waiting requests; `undefined` without /proc. */
  waitersMb: number | undefined;
};

const waiters = 1_000;
const waitersOfCaller = 20;

/** Measures requests of `GET /events` that wait, on both engines. @throws Error at a wrong answer */
export async function measureEvents(
  lab: Lab,
  plan: EventsPlan,
  say: (line: string) => void,
): Promise<EventsRun[]> {
  const runs: EventsRun[] = [];
  for (const engine of ['sqlite', 'postgresql'] as const) {
    say(`Following the feed on ${engine}`);
    const postgresql = engine === 'postgresql' ? await startPostgresql() : undefined;
    const file = join(lab.folder, 'events.db');
    const url = postgresql?.url() ?? `file:${file}`;
    const { ours } = servers;
    const server = {
      ...ours,
      env: (start: Parameters<typeof ours.env>[0]) => ({ ...ours.env(start), DATABASE_URL: url }),
    };
    let running: RunningServer | undefined;
    try {
      const db = await openDatabase(url);
      const { id, ...plant } = plantOf(1);
      await plants.create(db, { id: BigInt(id), ...plant });
      await db.close();
      running = await startServer(server, { file, plantCount: 1 }, undefined);
      // The first, as load leaves free memory in the process, which would hide a part.
      const waitersMb = await measureMemory(running);
      const waited = await measureWaits(running.target, plan.changes);
      runs.push({ engine, ...waited, postRatio: await measurePosts(lab, running, plan), waitersMb });
    } finally {
      await running?.stop();
      await postgresql?.remove();
    }
  }
  return runs;
}

type Event = { position: string };

const get = (path: string, { port, token }: Target) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** Follows the feed from its present end; each call gives the next events as soon as there are any. */
async function startFollower(target: Target) {
  const connection = await Connection.open(target.port);
  let path = '/events?wait=30&limit=1000';
  return async (): Promise<Event[]> => {
    const { status, body } = await connection.send(get(path, target));
    if (status !== 200) throw new Error(`GET /events was answered ${status}: ${body()}`);
    const events = JSON.parse(body()) as Event[];
    const last = events.at(-1);
    if (last) path = `/events?wait=30&limit=1000&after=${last.position}`;
    return events;
  };
}

async function measureWaits(target: Target, changes: number) {
  const [writer, follow] = [await Connection.open(target.port), await startFollower(target)];
  let id = 1_000;
  const next = exchanges('post', target, () => id++);
  const times = new Samples();
  for (let change = 0; change < changes; change++) {
    const told = follow().then(() => performance.now());
    // The request waits by then, at any moment between two looks of the server.
    await wait(40 + 25 * Math.random());
    await assertAnswered(writer, next());
    const answeredAt = performance.now();
    times.add(Math.max(0, (await told) - answeredAt));
  }
  writer.close();
  const [waitP50Ms = Number.NaN, waitP95Ms = Number.NaN] = times.percentiles(50, 95);
  return { waitP50Ms, waitP95Ms };
}

async function assertAnswered(connection: Connection, { request, isRight }: Exchange) {
  const { status, body } = await connection.send(request);
  if (status !== 200 || !isRight(body())) throw new Error(`a wrong answer, ${status}: ${body()}`);
}

/** The median of the ratios of neighbouring seconds with and without a follower, in changing order. */
async function measurePosts(lab: Lab, { target, pid }: RunningServer, { pairs, seconds }: EventsPlan) {
  let firstId = 1_000_000;
  const perSecond = async (duration: number) => {
    const order = { target, operation: 'post' as const, connections: usualConnections, pid, firstId };
    const { requests, seconds: taken, nextId } = await lab.generator.run({ ...order, seconds: duration });
    firstId = nextId;
    return requests / taken;
  };
  const followed = async () => {
    const follow = await startFollower(target);
    let isOver = false;
    const following = (async () => {
      while (!isOver) await follow();
    })();
    const rate = await perSecond(seconds);
    isOver = true;
    // One more plant ends the last wait.
    await perSecond(0.01);
    await following;
    return rate;
  };
  await perSecond(5);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const before = pair % 2 === 0 ? undefined : await perSecond(seconds);
    const withFollower = await followed();
    ratios.push(withFollower / (before ?? (await perSecond(seconds))));
  }
  return median(ratios);
}

async function measureMemory({ target, pid }: RunningServer): Promise<number | undefined> {
  const url = `http://127.0.0.1:${target.port}`;
  const newToken = async (_: unknown, index: number) => {
    const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: `follower ${index}`, scopes: ['plants:read'] });
    const answer = await fetch(`${url}/tokens`, { method: 'POST', headers, body });
    return ((await answer.json()) as { value: string }).value;
  };
  const tokens = await Promise.all(Array.from({ length: waiters / waitersOfCaller }, newToken));
  const connections: Connection[] = [];
  const before = memoryMb(pid)?.now;
  for (const token of tokens) {
    for (let each = 0; each < waitersOfCaller; each++) {
      const connection = await Connection.open(target.port);
      connections.push(connection);
      connection.send(get('/events?wait=30', { ...target, token })).catch(() => undefined);
    }
  }
  await wait(2_000);
  const after = memoryMb(pid)?.now;
  for (const connection of connections) connection.close();
  return after === undefined || before === undefined ? undefined : after - before;
}
