import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPgbouncer, startPgbouncer } from '@plant-store/engine/testing/pgbouncer';
import { type PostgresqlServer, startPostgresql } from '@plant-store/engine/testing/postgresql';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { auditLog, bulk, openDatabase, plants, sessions, tokens, undo, webhooks } from '../../src/index.ts';
import { importText } from '../files.ts';
import { open } from '../store.ts';
import { rowsOf } from '../testing.ts';
import { expectUnavailable, startLoad } from './load.ts';

let server: PostgresqlServer;
let firstId = 0n;
beforeAll(async () => {
  server = await startPostgresql();
});
afterAll(() => server.remove());

/** An open store on the server of this file, under load from the start. */
async function busy() {
  const db = await open(server.url());
  firstId += 1_000_000n;
  const load = startLoad(db, server.url(), firstId);
  await load.goesOn(50);
  return { db, load };
}

const others = `FROM pg_stat_activity WHERE application_name = 'plant-store'`;

test.each([
  {
    what: 'connections that its administrator ends',
    ms: 0,
    disturb: () => rowsOf(server.url(), `SELECT pg_terminate_backend(pid) ${others}`),
  },
  {
    what: 'statements that its administrator cancels',
    ms: 0,
    disturb: () => rowsOf(server.url(), `SELECT pg_cancel_backend(pid) ${others}`),
  },
  { what: 'a fast restart', disturb: () => server.stop('SIGINT') },
  { what: 'an immediate restart', disturb: () => server.stop('SIGQUIT') },
  { what: 'a crash', disturb: () => server.stop('SIGKILL') },
])(
  'no acknowledged write is lost, other requests get 503, and the store recovers: $what',
  async ({ disturb, what }) => {
    const { load } = await busy();
    await disturb();
    if (!what.includes('administrator')) {
      await load.fails();
      await server.start();
    }
    await load.goesOn(100);
    await load.end();
  },
);

test('requests to a hanging server end, and later requests succeed when it continues', async () => {
  const { db, load } = await busy();
  const resume = await server.pause();
  onTestFinished(resume);
  expectUnavailable(await db.check().catch((failure: unknown) => failure));
  await load.fails();
  await load.stop();
  resume();
  await plants.create(db, { id: 0n, name: 'Fern' });
  const { failures } = await load.end();
  expect(failures).toBeGreaterThan(0);
});

test('a statement above its time limit is also cancelled on the server', async () => {
  const db = await open(server.url());
  const other = new Client(server.url());
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN; LOCK TABLE plants');
  const [write, read, check] = await Promise.allSettled([
    plants.create(db, { id: 1n, name: 'Fern' }),
    plants.get(db, 1n),
    db.check(),
  ]);
  for (const outcome of [write, read, check]) expectUnavailable((outcome as PromiseRejectedResult).reason);
  expect((write as PromiseRejectedResult).reason.message).toContain('nothing was stored');
  await other.query('COMMIT');
  expect(await plants.get(db, 1n)).toBeUndefined();
  await db.check();
});

test('503 if the server has no free connection, and nothing is stored', async () => {
  await open(server.url());
  await rowsOf(server.url(), `CREATE ROLE few LOGIN PASSWORD 'correct-horse'`);
  await rowsOf(server.url(), 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO few');
  const db = await open(server.url().replace('plants:', 'few:'));
  // Ten additions open three connections: they share statements.
  await rowsOf(server.url(), 'ALTER ROLE few CONNECTION LIMIT 2');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => plants.create(db, { id: BigInt(i + 10), name: 'Fern' })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) {
    expectUnavailable(reason);
    expect(reason.message).toContain('nothing was stored');
  }
  const [{ n } = {}] = await rowsOf(
    server.url(),
    'SELECT count(*) AS n FROM plants WHERE id BETWEEN 10 AND 19',
  );
  expect(n).toBe(BigInt(outcomes.length - refused.length));
  expect(n).toBeGreaterThan(0n);
});

test('a broken connection makes only its own transaction fail', async () => {
  const db = await open(server.url());
  const transaction = db.transaction((tx) => tx.$executeRaw`SELECT pg_sleep(20)`);
  const failed = expect(transaction).rejects.toMatchObject({ code: 'unavailable' });
  const ended = () =>
    rowsOf(
      server.url(),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)'`,
    );
  await expect.poll(async () => (await ended()).length).toBe(1);
  await failed;
  await plants.create(db, { id: 40n, name: 'Fern' });
  expect(await plants.get(db, 40n)).toEqual({ id: 40n, name: 'Fern' });
});

test('a server that becomes read-only refuses writes, is not ready, and still answers reads', async () => {
  const db = await open(server.url());
  await plants.create(db, { id: 2n, name: 'Fern' });
  const turn = async (way: string) => {
    await rowsOf(server.url(), `BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE plants ${way}; COMMIT`);
    await rowsOf(server.url(), `SELECT pg_terminate_backend(pid) ${others}`);
    await expect.poll(() => plants.get(db, 2n).catch(() => undefined)).toEqual({ id: 2n, name: 'Fern' });
  };
  await turn('SET default_transaction_read_only = on');
  const [write, check] = await Promise.allSettled([plants.create(db, { id: 3n, name: 'Fern' }), db.check()]);
  expectUnavailable((write as PromiseRejectedResult).reason);
  expect((write as PromiseRejectedResult).reason.message).toContain('nothing was stored');
  expect((check as PromiseRejectedResult).reason.message).toContain('the database is read-only');
  expect(await tokens.find(db, 'nobody')).toBeUndefined();
  await turn('RESET default_transaction_read_only');
  await plants.create(db, { id: 3n, name: 'Fern' });
  await db.check();
});

test('commits wait for the disk even if the setting of the server changes later', async () => {
  const db = await open(server.url());
  await rowsOf(server.url(), 'ALTER DATABASE plants SET synchronous_commit = off');
  await rowsOf(server.url(), `SELECT pg_terminate_backend(pid) ${others}`);
  onTestFinished(
    async () => void (await rowsOf(server.url(), 'ALTER DATABASE plants RESET synchronous_commit')),
  );
  const setting = () => rowsOf(server.url(), `SELECT current_setting('synchronous_commit') AS value`);
  expect(await setting()).toEqual([{ value: 'off' }]);
  const ask = () =>
    db.prisma.$queryRawUnsafe(`SELECT current_setting('synchronous_commit') AS value`).catch(() => undefined);
  await expect.poll(ask).toEqual([{ value: 'on' }]);
});

const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'plant-store'`;

test.each(['pg_cancel_backend', 'pg_terminate_backend'])(
  'writes that no standby confirms may or may not be stored, and nothing doubles, after %s',
  async (end) => {
    // Only a warning tells of the wait that ended.
    await rowsOf(server.url(), 'ALTER DATABASE plants SET client_min_messages = error');
    onTestFinished(
      async () => void (await rowsOf(server.url(), 'ALTER DATABASE plants RESET client_min_messages')),
    );
    const db = await open(server.url());
    firstId += 1_000_000n;
    const named = (n: number) => ({ id: firstId + BigInt(n), name: 'Fern' });
    const { receipt } = await bulk.add(db, [named(1)], { isPartial: false });
    for (const n of [2, 3]) await plants.create(db, named(n));
    const { token } = await tokens.create(db, { name: `till ${firstId}`, scopes: ['plants:read'] });
    const hook = { url: `https://shop.example/${firstId}`, secret: 'whsec_AAAA' };
    const { webhook } = await webhooks.create(db, hook);
    const idempotencyKey = { key: `${firstId}`, hash: 'a', onReplay: () => undefined };
    const addWithKey = () => plants.create(db, named(5), { idempotencyKey });
    const waits = async () => (await rowsOf(server.url(), `SELECT ${waiting}`)).length;

    const findStandby = await server.loseStandby();
    onTestFinished(findStandby);
    const writes = [
      plants.create(db, named(4)),
      addWithKey(),
      plants.update(db, { ...named(2), name: 'Moss' }),
      bulk.setTag(db, { ids: [named(3).id] }, 'shade'),
      undo(db, receipt),
      importText(db, `id,name\n${named(6).id},Fern\n`),
      tokens.create(db, { name: `clerk ${firstId}`, scopes: ['plants:read'] }),
      sessions.create(db, token),
      webhooks.take(db, webhook.id, 'one'),
      auditLog.chainPending(db),
    ];
    let isOver = false;
    const settled = Promise.allSettled(writes).finally(() => (isOver = true));
    while (!isOver) await rowsOf(server.url(), `SELECT ${end}(pid) ${waiting}`);
    for (const outcome of await settled) {
      const { reason } = outcome as PromiseRejectedResult;
      expectUnavailable(reason);
      expect(reason.message).toContain('may or may not have been stored');
    }
    // The first requests are stored at the primary, so their repeats could answer at once.
    const repeats = [addWithKey(), plants.update(db, { ...named(2), name: 'Moss' })];
    await expect.poll(waits).toBe(2);
    await findStandby();
    expect(await Promise.all(repeats)).toEqual([named(5), { ...named(2), name: 'Moss' }]);
    await Promise.all(Array.from({ length: 20 }, (_, n) => plants.create(db, named(10 + n))));
    await db.check();
    while ((await auditLog.chainPending(db)) > 0);
    const subjects = [4, 5, 6].map((n) => `'${named(n).id}'`);
    const entries = await rowsOf(server.url(), `SELECT FROM audit_entries WHERE subject IN (${subjects})`);
    expect(entries).toHaveLength(2);
  },
);

test('long work whose commit no standby confirms ends, and leaves no connection behind', async () => {
  const db = await open(server.url());
  firstId += 1_000_000n;
  await plants.create(db, { id: firstId, name: 'Fern' });
  const findStandby = await server.loseStandby();
  onTestFinished(findStandby);
  const start = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) =>
    start(run, ms === 60_000 ? 100 : ms)) as typeof setTimeout);
  // A thousand plants are no long work.
  const ids = Array.from({ length: 1_001 }, (_, n) => firstId + BigInt(n));
  await expect(bulk.setTag(db, { ids }, 'shade')).rejects.toThrow('may or may not have been stored');
  expect(await rowsOf(server.url(), `SELECT ${waiting}`)).toEqual([]);
  await findStandby();
  expect(await plants.get(db, firstId)).toMatchObject({ tag: 'shade' });
});

test('a standby is refused as the address, also behind a pooler, until it is promoted', async () => {
  const [{ data_directory: folder } = {}] = await rowsOf(server.url(), 'SHOW data_directory');
  writeFileSync(join(String(folder), 'standby.signal'), '');
  await server.stop('SIGINT');
  await server.start();
  const urls = [server.url()];
  if (hasPgbouncer) urls.push((await startPgbouncer(server.url(), onTestFinished)).through(server.url()));
  for (const url of urls)
    await expect(openDatabase(url)).rejects.toThrow(
      /^DATABASE_URL: the database is read-only \(a standby, .*\); use the address of the primary server, .*\.$/,
    );
  await rowsOf(server.url(), 'SELECT pg_promote()');
  for (const url of urls) await plants.list(await open(url), { limit: 1 });
});

test('a server with fsync off is refused', async () => {
  await server.stop();
  await server.start(['-c', 'fsync=off']);
  await expect(openDatabase(server.url())).rejects.toThrow(
    /^DATABASE_URL: the server runs with fsync=off .*; turn both on/,
  );
});
