import { type Database, openDatabase } from '@plant-store/db';
import { newUrl, rowsOf } from '@plant-store/db/testing';
import { createRateLimit } from '@plant-store/http';
import { expect, onTestFinished, test } from 'vitest';
import { shareCounts } from '../../src/limits/shared-counts.ts';
import { stopClock } from '../clock.ts';

/** The time limit, on a busy machine, for an event that usually comes every 100 ms. */
const eventually = <T>(ask: () => T) => expect.poll(ask);
const policy = { name: 'writes', quota: 1_000, windowSeconds: 60 };

/** The rate limits of one process; `statements` counts its queries. */
async function newProcess(url: string, ofLimit = policy) {
  const db = await openDatabase(url);
  let statements = 0;
  const counting = <Args, Given>({ args, query }: { args: Args; query(args: Args): Promise<Given> }) => {
    statements++;
    return query(args);
  };
  const prisma = db.prisma.$extends({ query: { $allOperations: counting } }) as unknown as Database['prisma'];
  const shared = shareCounts({ ...db, prisma });
  onTestFinished(async () => {
    await shared.close();
    await db.close();
  });
  return { limit: createRateLimit(ofLimit, shared), statements: () => statements };
}

test('processes share their counts, with few statements for any number of requests', async () => {
  stopClock();
  const url = await newUrl();
  const [one, two] = [await newProcess(url), await newProcess(url)];
  for (let request = 0; request < 700; request++) one.limit.consume('till');
  await eventually(() => rowsOf(url, 'SELECT used FROM rate_counts')).toEqual([{ used: 700n }]);
  two.limit.consume('till', 50);
  await eventually(() => two.limit.left('till')).toBe(250);
  expect(two.limit.consume('till', 251)).toBe(-1);
  expect(two.limit.consume('till', 250)).toBe(0);
  await eventually(() => rowsOf(url, 'SELECT used FROM rate_counts')).toEqual([{ used: 1_000n }]);
  one.limit.consume('till', 1);
  await eventually(() => one.limit.consume('till')).toBe(-1);
  // One statement deletes old windows, and one shares the counts of each 100 ms with requests.
  expect(one.statements()).toBeLessThanOrEqual(5);
  expect(two.statements()).toBeLessThanOrEqual(5);
});

test('concurrent counts of many processes are added up, and old windows are deleted', async () => {
  const clock = stopClock();
  const url = await newUrl();
  const processes = await Promise.all([1, 2, 3].map(() => newProcess(url)));
  const keys = Array.from({ length: 300 }, (_, key) => `192.0.2.${key}`);
  // Each process uses another order: without sorting they could deadlock.
  for (const [index, { limit }] of processes.entries())
    for (const key of keys.toSorted(() => index - 1)) limit.consume(key, 10);
  await eventually(() =>
    rowsOf(url, 'SELECT count(*) AS counts, sum(used)::int AS used FROM rate_counts'),
  ).toEqual([{ counts: 300n, used: 9_000 }]);
  clock.pass(180);
  processes[0]?.limit.consume('till', 10);
  await eventually(() => rowsOf(url, 'SELECT id FROM rate_counts')).toEqual([{ id: 'writes till' }]);
});

test('three processes under load exceed the quota by at most 3 % together', async () => {
  stopClock();
  const url = await newUrl();
  const quota = 1_200;
  const processes = await Promise.all([1, 2, 3].map(() => newProcess(url, { ...policy, quota })));
  const burst = processes.flatMap(({ limit }) =>
    Array.from({ length: quota }, () => limit.consumeShared('till')),
  );
  const accepted = (await Promise.all(burst)).filter((left) => left >= 0).length;
  expect(accepted).toBeGreaterThanOrEqual(quota);
  expect(accepted).toBeLessThanOrEqual(1.03 * quota);
  // One statement for each hundredth of the quota, not one for each request.
  for (const { statements } of processes) expect(statements()).toBeLessThan(quota / 5);
});

test('requests do not wait for a database that does not answer', async () => {
  stopClock();
  const url = await newUrl();
  const { limit } = await newProcess(url);
  await rowsOf(url, 'DROP TABLE rate_counts');
  const burst = Array.from({ length: 1_001 }, () => limit.consumeShared('till'));
  const left = await Promise.all(burst);
  expect(left.filter((count) => count >= 0)).toHaveLength(1_000);
});

test('each process counts alone while the database does not answer, and shares its counts later', async () => {
  stopClock();
  const url = await newUrl();
  const { limit, statements } = await newProcess(url);
  await rowsOf(url, 'ALTER TABLE rate_counts RENAME TO away');
  expect(limit.consume('till', 600)).toBe(400);
  expect(limit.consume('till', 401)).toBe(-1);
  await eventually(statements).toBeGreaterThan(2);
  expect(limit.left('till')).toBe(400);
  await rowsOf(url, 'ALTER TABLE away RENAME TO rate_counts');
  await eventually(() => rowsOf(url, 'SELECT used FROM rate_counts')).toEqual([{ used: 600n }]);
});

test('the counts are in a table that does not survive a crash', async () => {
  const url = await newUrl();
  await newProcess(url);
  expect(
    await rowsOf(url, `SELECT relpersistence FROM pg_class WHERE oid = 'rate_counts'::regclass`),
  ).toEqual([{ relpersistence: 'u' }]);
});
