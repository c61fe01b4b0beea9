import { setTimeout as delay } from 'node:timers/promises';
import { startClients } from '@plant-store/db/testing/clients';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../child-process.ts';
import { newProject } from '../project.ts';
import { firstToken, send } from '../requests.ts';
import { expectKept, kill, refusals, startLoad, untilReadiness, withStatus } from './load.ts';

/** Takes SQLite's write lock like another program, until it is released. */
function takeLock(path: string) {
  const other = new SqliteConnection(path);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return { release: () => void other.exec('COMMIT') };
}

/** Reads repeatedly, and calls back with the address of each answer. */
const startReader = ({ url }: Server, token: string, address: string) =>
  startClients<string>(1, async (tell) => {
    const response = await send(url + address, token);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    tell(address);
  });

test('another program that holds the lock for 2 s delays only writers', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  const token = firstToken(project);
  const path = project.path('data/plants.db');
  const readers = ['/plants', '/plants?limit=50', '/healthz'].map((address) =>
    startReader(server, token, address),
  );
  const counts = () => readers.map(({ outcomes }) => outcomes.length);
  const answersIn = async (ms: number) => {
    const before = counts();
    await delay(ms);
    return counts().map((count, index) => count - (before[index] ?? 0));
  };
  const control = startLoad(server, token);
  await control.until(200, 8);
  const unlocked = await answersIn(1_000);
  const stored = await control.stop();

  const lock = takeLock(path);
  const load = startLoad(server, token);
  // Writes wait for up to five seconds, so no write is answered yet.
  const locked = await answersIn(2_000);
  expect(load.answers).toEqual([]);
  // A server that waits for the lock in its event loop answers a few times a second.
  for (const [index, count] of locked.entries()) expect(count).toBeGreaterThan((unlocked[index] ?? 0) / 2);
  await Promise.all(readers.map(({ stop }) => stop()));
  lock.release();
  await load.until(200, 8);
  const answers = [...stored, ...(await load.stop())];
  expect(withStatus(answers, 200)).toHaveLength(answers.length);
  await kill(server);
  await project.serve();
  await expectKept(path, answers);
});

test('writers get 503 while another program keeps the lock, and succeed again afterwards', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  const token = firstToken(project);
  const lock = takeLock(project.path('data/plants.db'));
  const load = startLoad(server, token);
  await load.until(503, 8);
  expect(refusals(load.answers)).toEqual([
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
  ]);
  await untilReadiness(server, /^the store is busy with another program/);
  lock.release();
  await load.until(200, 50);
  await untilReadiness(server, undefined);
  const answers = await load.stop();
  await kill(server);
  await project.serve();
  await expectKept(project.path('data/plants.db'), answers);
});
