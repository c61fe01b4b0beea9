import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { kill9, startProcess } from '../../other-process.ts';
import { connect, newStore, open } from '../../store.ts';
import { anHour, setLockWait } from '../../testing.ts';

const actor = (id: bigint) => ({ id, kind: 'token', name: `till ${id}` });

/** Acquires SQLite's write lock like another program. */
function takeLock(path: string) {
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  return () => void other.exec('COMMIT');
}

test('simultaneous creates of Prisma share one commit, and each has its own outcome', async () => {
  const { db } = await newStore();
  const commits: number[] = [];
  db.monitor.onCommit((writes) => commits.push(writes));
  const outcomes = await Promise.allSettled(
    [1n, 2n, 1n, 3n].map((id) => db.prisma.actor.create({ data: actor(id) })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(commits).toEqual([4]);
});

test("creates of Prisma wait for another program's lock, and its reads do not wait", async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const release = takeLock(path);
  const created = Promise.all(
    Array.from({ length: 50 }, (_, id) => db.prisma.actor.create({ data: actor(BigInt(id)) })),
  );
  await vi.waitFor(() => expect(db.monitor.queued()).toBe(50));
  for (let reads = 0; reads < 100; reads++) expect(await db.prisma.actor.count()).toBe(0);
  expect(db.monitor.queued()).toBe(50);
  release();
  await created;
  expect(await db.prisma.actor.count()).toBe(50);
});

test('503 for a Prisma create after a long lock; nothing is stored', async () => {
  const { db, path } = await newStore();
  setLockWait(0.2);
  const release = takeLock(path);
  await expect(db.prisma.actor.create({ data: actor(1n) })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '5' },
  });
  release();
  expect(await db.prisma.actor.count()).toBe(0);
  await db.prisma.actor.create({ data: actor(1n) });
});

test('a full queue of writes refuses a create of Prisma immediately', async () => {
  const { db, path } = await newStore();
  setLockWait(anHour);
  const release = takeLock(path);
  const created = Promise.all(
    Array.from({ length: 10_000 }, (_, id) => db.prisma.actor.create({ data: actor(BigInt(id)) })),
  );
  await vi.waitFor(() => expect(db.monitor.queued()).toBe(10_000));
  await expect(db.prisma.actor.create({ data: actor(-1n) })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  });
  release();
  await created;
  expect(await db.prisma.actor.count()).toBe(10_000);
});

test('kill -9 during Prisma creates loses no acknowledged row', async () => {
  const { db, path } = await newStore();
  await db.close();
  const other = startProcess('creates', path);
  await other.told;
  await delay(Math.random() * 200);
  await kill9(other);
  const acknowledged = idsIn((await other.ended).stdout);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await lost(path, acknowledged)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'creates of Prisma on a full disk fail with the reason, and lose no acknowledged row',
  async () => {
    const { db, path } = await newStore();
    await db.close();
    const { told, ended } = startProcess('creates', path, '300');
    await told;
    const { stdout, stderr } = await ended;
    expect(stderr).toMatch(/^unavailable: the disk of the database .*; nothing was stored/);
    const acknowledged = idsIn(stdout);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await lost(path, acknowledged)).toEqual([]);
  },
);

test('the end of the write thread ends the process, and unfinished writes are not stored', async () => {
  const { db, path, rows } = await newStore();
  await db.close();
  const { code, stdout, stderr } = await startProcess('endsWriter', path).ended;
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('the writer thread of the store has ended');
  expect(await rows('SELECT id FROM actors')).toEqual([{ id: 1n }]);
  expect(await rows('SELECT id FROM plants')).toEqual([]);
});

/** The ids that a process printed, without an incomplete last line. */
const idsIn = (stdout: string) => stdout.split('\n').slice(0, -1).map(BigInt);

/** The ids that the store lacks. */
async function lost(path: string, ids: bigint[]): Promise<bigint[]> {
  const db = await open(path);
  const stored = new Set((await db.prisma.actor.findMany()).map(({ id }) => id));
  expect(connect(path).pragma('integrity_check', { simple: true })).toBe('ok');
  return ids.filter((id) => !stored.has(id));
}
