import { setTimeout as delay } from 'node:timers/promises';
import { startClients } from '@plant-store/db/testing/clients';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newProject, type Server } from '../project.ts';
import { type Answer, add, firstToken, send } from '../requests.ts';
import { expectKept, kill, refusals, startLoad, untilReadiness, withStatus } from './load.ts';

/** Takes SQLite's write lock, as another program would, and gives it back after so long. */
function holdLock(path: string, forMs: number): Promise<void> {
  const other = new SqliteConnection(path);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return delay(forMs).then(() => void other.exec('COMMIT'));
}

/** Reads over and over, and tells the times that took, in milliseconds. */
const startReader = ({ url }: Server, token: string, address: string) =>
  startClients<number>(1, async (tell) => {
    const begun = performance.now();
    const response = await send(url + address, token);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    tell(performance.now() - begun);
  });

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** Until `end`, beside eight connections that write: the p99 of reads and of `/healthz` in milliseconds, and the writes answered. */
async function measure(server: Server, token: string, end: Promise<unknown>) {
  const load = startLoad(server, token);
  const addresses = ['/plants/0', '/plants?limit=50', '/healthz'];
  const readers = addresses.map((address) => startReader(server, token, address));
  await end;
  const written = load.answers.length;
  const all = await Promise.all(readers.map(({ stop }) => stop()));
  return { load, written, p99s: all.map(p99), counts: all.map(({ length }) => length) };
}

test('another program that holds the lock for 3 s delays writers only', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  const token = firstToken(project);
  const path = project.path('data/plants.db');
  const answers: Answer[] = [await add(server, token, 0)];

  const free = await measure(server, token, delay(3_000));
  answers.push(...(await free.load.stop()));
  const held = holdLock(path, 3_000);
  const locked = await measure(server, token, held);
  expect(locked.written).toBe(0);
  answers.push(...(await locked.load.stop()));
  expect(withStatus(answers, 200)).toHaveLength(answers.length);
  expect(withStatus(locked.load.answers, 200).length).toBeGreaterThanOrEqual(8);

  for (const [index, time] of locked.p99s.entries())
    expect(time, `${locked.p99s} ms against ${free.p99s} ms`).toBeLessThan(2 * (free.p99s[index] ?? 0) + 20);
  expect(Math.min(...locked.counts)).toBeGreaterThan(50);
  await kill(server);
  await project.start();
  await expectKept(path, answers);
});

test('another program that keeps the lock: 503 after 5 s with nothing stored, unready, and well again without it', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  const token = firstToken(project);
  const begun = performance.now();
  const held = holdLock(project.path('data/plants.db'), 7_000);
  const load = startLoad(server, token);
  await load.until(503, 8);
  expect(performance.now() - begun).toBeGreaterThan(4_900);
  expect(performance.now() - begun).toBeLessThan(6_500);
  expect(refusals(load.answers)).toEqual([
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
  ]);
  await untilReadiness(server, /^the store is busy with another program/);
  await held;
  await load.until(200, 50);
  await untilReadiness(server, undefined);
  const answers = await load.stop();
  await kill(server);
  await project.start();
  await expectKept(project.path('data/plants.db'), answers);
});
