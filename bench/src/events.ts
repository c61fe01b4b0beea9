import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, events, imports, openDatabase, plants } from '@plant-store/db';
import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { Connection } from './connection.ts';
import { type Exchange, exchanges, type Target } from './operations.ts';
import { median, Samples } from './percentiles.ts';
import { type EventsPlan, usualConnections } from './plan.ts';
import { plantOf } from './plants.ts';
import { memoryMb } from './process-figures.ts';
import { createReceivers, type Receiver, type Receivers } from './receivers.ts';
import type { Lab } from './rounds.ts';
import { type RunningServer, startServer } from './server-process.ts';
import { servers } from './servers.ts';

/** The results of the feed on an engine. */
export type EventsRun = {
  engine: 'sqlite' | 'postgresql';
  /** The time from the answer of a POST to that of a waiting follower. */
  waitP50Ms: number;
  waitP95Ms: number;
  /** The time from the answer of a POST to the arrival at a webhook, and the same beside nine that never answer. */
  webhookP95Ms: number;
  crowdedWebhookP95Ms: number;
  /** `POST` a second with a follower and a webhook, of those without. */
  postRatio: number;
  /** The events a second that one reader gets of an import. */
  eventsPerSecond: number;
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
  const receivers = await createReceivers(lab.folder);
  for (const engine of ['sqlite', 'postgresql'] as const) {
    say(`Following the feed on ${engine}`);
    const postgresql = engine === 'postgresql' ? await startPostgresql() : undefined;
    const file = join(lab.folder, 'events.db');
    const url = postgresql?.url() ?? `file:${file}`;
    const { ours } = servers;
    const server = {
      ...ours,
      env: (start: Parameters<typeof ours.env>[0]) => ({
        ...ours.env(start),
        ...receivers.env,
        DATABASE_URL: url,
      }),
    };
    let running: RunningServer | undefined;
    try {
      const db = await openDatabase(url);
      const { id, ...plant } = plantOf(1);
      await plants.create(db, { id: BigInt(id), ...plant });
      const beforeImport = await events.head(db);
      await importPlants(db, plan.imported);
      await db.close();
      running = await startServer(server, { file, plantCount: 1 }, undefined);
      // The first, as load leaves free memory in the process, which would hide a part.
      const waitersMb = await measureMemory(running);
      const waited = await measureWaits(running.target, plan.changes);
      const eventsPerSecond = await measureReading(running.target, beforeImport, plan.imported);
      const called = await measureWebhooks(running.target, receivers, plan.deliveries);
      const postRatio = await measurePosts(lab, running, receivers, plan);
      runs.push({ engine, ...waited, ...called, postRatio, eventsPerSecond, waitersMb });
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
  const follow = await startFollower(target);
  // The request waits by then, at any moment between two looks of the server.
  const times = await measureNews(target, { changes, firstId: 1_000, pauseMs: 40 }, follow);
  const [waitP50Ms = Number.NaN, waitP95Ms = Number.NaN] = times.percentiles(50, 95);
  return { waitP50Ms, waitP95Ms };
}

/** The times from the answers of single POSTs until `news` resolves. */
async function measureNews(
  target: Target,
  { changes, firstId, pauseMs }: { changes: number; firstId: number; pauseMs: number },
  news: () => Promise<unknown>,
) {
  const writer = await Connection.open(target.port);
  let id = firstId;
  const next = exchanges('post', target, () => id++);
  const times = new Samples();
  for (let change = 0; change < changes; change++) {
    const told = news().then(() => performance.now());
    await wait(pauseMs + 25 * Math.random());
    await assertAnswered(writer, next());
    const answeredAt = performance.now();
    times.add(Math.max(0, (await told) - answeredAt));
  }
  writer.close();
  return times;
}

async function importPlants(db: Database, count: number) {
  async function* bytes() {
    yield Buffer.from('id,name,tag\n');
    for (let id = 10_000_000; id < 10_000_000 + count; id += 10_000)
      yield Buffer.from(
        Array.from({ length: 10_000 }, (_, i) => `${id + i},Plant ${id + i},fern\n`).join(''),
      );
  }
  await imports.run(db, { bytes: bytes(), read: { format: 'csv' }, duplicates: 'refuse', isDryRun: false });
}

async function measureReading(target: Target, begin: string, count: number): Promise<number> {
  const connection = await Connection.open(target.port);
  const begun = performance.now();
  let found = 0;
  for (let after = begin; found < count; ) {
    const { status, body } = await connection.send(get(`/events?limit=1000&after=${after}`, target));
    const page = status === 200 ? (JSON.parse(body()) as Event[]) : [];
    if (page.length === 0) throw new Error(`GET /events was answered ${status}: ${body()}`);
    found += page.length;
    after = page.at(-1)?.position ?? after;
  }
  connection.close();
  return found / ((performance.now() - begun) / 1_000);
}

/** Adds a webhook; the returned function deletes it. */
async function addWebhook({ port, token }: Target, { url }: Receiver): Promise<() => Promise<void>> {
  const at = `http://127.0.0.1:${port}/webhooks`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(at, { method: 'POST', headers, body: JSON.stringify({ url }) });
  const { id } = (await answer.json()) as { id: string };
  if (answer.status !== 201) throw new Error(`POST /webhooks was answered ${answer.status}`);
  return async () => void (await fetch(`${at}/${id}`, { method: 'DELETE', headers }));
}

async function measureWebhooks(target: Target, { start }: Receivers, changes: number) {
  const receiver = await start();
  const remove = [await addWebhook(target, receiver)];
  const p95 = async (firstId: number) => {
    // The server looks at its webhooks once a second while it has none.
    await wait(2_000);
    const times = await measureNews(target, { changes, firstId, pauseMs: 130 }, receiver.next);
    return times.percentiles(95)[0] ?? Number.NaN;
  };
  const webhookP95Ms = await p95(20_000);
  const hanging = await Promise.all(Array.from({ length: 9 }, () => start(true)));
  for (const one of hanging) remove.push(await addWebhook(target, one));
  const crowdedWebhookP95Ms = await p95(40_000);
  for (const one of remove) await one();
  for (const one of [receiver, ...hanging]) one.close();
  return { webhookP95Ms, crowdedWebhookP95Ms };
}

async function assertAnswered(connection: Connection, { request, isRight }: Exchange) {
  const { status, body } = await connection.send(request);
  if (status !== 200 || !isRight(body())) throw new Error(`a wrong answer, ${status}: ${body()}`);
}

/** The median of the ratios of neighbouring seconds with and without a follower and a webhook, in changing order. */
async function measurePosts(
  lab: Lab,
  { target, pid }: RunningServer,
  { start }: Receivers,
  { pairs, seconds }: EventsPlan,
) {
  const receiver = await start();
  let firstId = 1_000_000;
  const perSecond = async (duration: number) => {
    const order = { target, operation: 'post' as const, connections: usualConnections, pid, firstId };
    const { requests, seconds: taken, nextId } = await lab.generator.run({ ...order, seconds: duration });
    firstId = nextId;
    return requests / taken;
  };
  const followed = async () => {
    const remove = await addWebhook(target, receiver);
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
    await remove();
    return rate;
  };
  await perSecond(5);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const before = pair % 2 === 0 ? undefined : await perSecond(seconds);
    const withFollower = await followed();
    ratios.push(withFollower / (before ?? (await perSecond(seconds))));
  }
  receiver.close();
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
