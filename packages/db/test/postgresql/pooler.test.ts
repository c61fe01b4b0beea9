import { join } from 'node:path';
import { sql } from '@plant-store/engine';
import { hasPgbouncer, startPgbouncer } from '@plant-store/engine/testing/pgbouncer';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backups, bulk, imports, openDatabase, plants, tokens, undo } from '../../src/index.ts';
import { createOwnSchema } from '../../src/postgresql/own-schema.ts';
import { promote } from '../../src/promotion.ts';
import { importText } from '../files.ts';
import { newFolder, open } from '../store.ts';
import { newDatabase, rowsOf } from '../testing.ts';
import { expectUnavailable, startLoad } from './load.ts';

/** A database whose role has the settings for a pooler, and a PgBouncer before it with this number of connections. */
async function pooled(size: number, settings = {}) {
  const url = await newDatabase();
  await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '1s'`);
  const pooler = await startPgbouncer(url, onTestFinished, { default_pool_size: size, ...settings });
  return { url, pooler, through: `${pooler.through(url)}?connection_limit=${size}` };
}

/** Begins a transaction through the pooler, which keeps a connection of the server. */
async function hold(through: string) {
  const client = new Client(through);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  return client;
}

/** PgBouncer (1.18) itself sets these for each client. */
const ofPgbouncer = `'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings', 'application_name'`;

/** All that an earlier client has left in any of the pooler's connections of the server. */
async function leftovers(through: string, size: number) {
  const clients = await Promise.all(Array.from({ length: size }, () => hold(through)));
  const found = clients.map(async (client) => {
    const { rows } = await client.query(
      `SELECT "name" FROM pg_settings WHERE "source" = 'session' AND "name" NOT IN (${ofPgbouncer})
       UNION ALL SELECT "name" FROM pg_prepared_statements
       UNION ALL SELECT "relname" FROM pg_class WHERE "relpersistence" = 't' AND "relnamespace" = pg_my_temp_schema()
       UNION ALL SELECT "locktype" FROM pg_locks WHERE "locktype" = 'advisory' AND "pid" = pg_backend_pid()`,
    );
    await client.query('ROLLBACK');
    return rows;
  });
  return (await Promise.all(found)).flat();
}

const file = (from: number, count: number) =>
  `id,name\n${Array.from({ length: count }, (_, n) => `${from + n},Fern ${from + n}\n`).join('')}`;
const update = { duplicates: 'update' } as const;

describe.skipIf(!hasPgbouncer)('behind a pooler in transaction mode', () => {
  test.each([4, 1])(
    'two processes work by %d connections of the server, and leave no setting there',
    async (size) => {
      const { url, through } = await pooled(size);
      const [one, two] = [await open(through), await open(through)];
      expect(one.warning).toBeUndefined();
      const each = async (db: typeof one, first: number) => {
        const ids = Array.from({ length: 20 }, (_, n) => BigInt(first + n));
        const made = ids.map((id) => plants.create(db, { id, name: 'Fern' }));
        await Promise.all([...made, tokens.create(db, { name: `till ${first}`, scopes: ['plants:read'] })]);
        const [imported] = await Promise.all([
          importText(db, file(first + 10, 100), update),
          importText(db, file(first + 10, 100), { ...update, isDryRun: true }),
          bulk.setTag(db, { ids: ids.slice(0, 5) }, 'shade'),
          plants.update(db, { id: ids[6] as bigint, name: 'Moss' }),
          plants.list(db, { limit: 9, filter: plants.filterOf({ q: 'fern' }) }),
        ]);
        expect(imported).toMatchObject({ created: 90, updated: 10 });
        await undo(db, imported.id);
      };
      await Promise.all([each(one, 1_000), each(two, 2_000)]);
      expect(await plants.count(one, { words: [] })).toBe(40);
      expect(await plants.count(one, plants.filterOf({ q: 'shade' }))).toBe(10);
      expect(await rowsOf(url, `SELECT id FROM plants WHERE name = 'Moss' ORDER BY id`)).toHaveLength(2);
      expect(await leftovers(through, size)).toEqual([]);
    },
  );

  test('one slow upload does not stop a store with one connection of the server', async () => {
    const { through } = await pooled(1);
    const db = await open(through);
    const { promise: isRead, resolve: onProgress } = Promise.withResolvers<unknown>();
    async function* slowly() {
      yield Buffer.from(file(1, 20_001));
      await isRead;
      for (let id = 100_001n; id < 100_020n; id++) await plants.create(db, { id, name: 'Moss' });
      yield Buffer.from('20002,Fern\n');
    }
    const input = { bytes: slowly(), read: {}, ...update, isDryRun: false };
    expect(await imports.run(db, input, {}, { onProgress })).toMatchObject({ created: 20_002 });
    expect(await plants.count(db, { words: [] })).toBe(20_021);
  });

  test('the time limit of the role ends a request on the server, but no import', async () => {
    const { url, through } = await pooled(2);
    await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '300ms'`);
    const db = await open(through);
    await rowsOf(
      url,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
       CREATE TRIGGER wait AFTER INSERT ON plants FOR EACH STATEMENT EXECUTE FUNCTION wait()`,
    );
    await expect(plants.create(db, { id: 1n, name: 'Fern' })).rejects.toThrow('nothing was stored');
    expect(await importText(db, file(1, 3))).toMatchObject({ created: 3 });
    expect(await leftovers(through, 2)).toEqual([]);
  });

  test('writes that wait in the queue, or find no place there, get 503, and nothing was stored', async () => {
    const { url, through } = await pooled(1, { query_wait_timeout: 1, max_client_conn: 2 });
    const db = await open(through.replace('limit=1', 'limit=2'));
    const holder = await hold(through);
    const writes = [1n, 2n].map((id) => plants.create(db, { id, name: 'Fern' }));
    for (const outcome of await Promise.allSettled(writes)) {
      expectUnavailable((outcome as PromiseRejectedResult).reason);
      expect((outcome as PromiseRejectedResult).reason.message).toContain('nothing was stored');
    }
    await holder.end();
    await expect.poll(() => plants.create(db, { id: 3n, name: 'Fern' }).catch(() => undefined)).toBeDefined();
    expect(await rowsOf(url, 'SELECT id FROM plants')).toEqual([{ id: 3n }]);
  });

  test('no acknowledged write is lost when the pooler restarts, and the store recovers', async () => {
    const { url, pooler, through } = await pooled(4);
    const load = startLoad(await open(through), url, 1n);
    await load.goesOn(50);
    await pooler.stop();
    await load.fails();
    await pooler.start();
    await load.goesOn(50);
    await load.end();
  });

  test.each([
    ['', 'client_min_messages = error', /ALTER ROLE "plants" SET client_min_messages = warning/],
    ['', "datestyle = 'SQL'", /ALTER ROLE "plants" SET datestyle = 'ISO, YMD'/],
    ['&schema=shop', 'search_path = public', /CREATE SCHEMA .* SET search_path = "shop"/],
    ['', 'synchronous_commit = off', /ALTER ROLE "plants" SET synchronous_commit = on/],
  ])(
    'a role without the settings of the store is refused with the line to run: %s%s',
    async (more, setting, line) => {
      const { url, pooler, through } = await pooled(1);
      const database = new URL(url).pathname.slice(1);
      await rowsOf(url, `ALTER ROLE plants IN DATABASE ${database} SET ${setting}`);
      const refusal = await openDatabase(through + more).catch(({ message }: Error) => message);
      const [run = ''] = line.exec(String(refusal)) ?? [];
      await rowsOf(url, run.replaceAll('"plants"', `"plants" IN DATABASE ${database}`));
      await pooler.stop();
      await pooler.start();
      await plants.create(await open(through + more), { id: 1n, name: 'Fern' });
    },
  );

  test('a role whose statements have no time limit gets a warning with the line to run', async () => {
    const { url, through } = await pooled(1);
    await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} RESET statement_timeout`);
    const { warning } = await open(through);
    expect(warning).toMatch(/run: ALTER ROLE "plants" SET statement_timeout = '5s'\. Then let the pooler/);
  });

  test('a store whose commits no longer wait for the disk is not ready', async () => {
    const { url, pooler, through } = await pooled(1);
    const db = await open(through);
    await db.check();
    await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    await pooler.stop();
    await pooler.start();
    await expect
      .poll(() => db.check().catch(({ message }: Error) => message))
      .toContain('commits do not wait for the disk');
  });

  test('a promotion, a backup and a sandbox refuse a pooler, and nothing is touched', async () => {
    const { url, through } = await pooled(1);
    const path = join(newFolder(), 'plants.db');
    await (await open(path)).close();
    const onProgress = () => undefined;
    const signal = new AbortController().signal;
    const refusal = ': 127\\.0\\.0\\.1:\\d+ is a pooler .* use the address of the server itself';
    await expect(promote(path, through, { onProgress, signal })).rejects.toThrow(
      new RegExp(`^--to${refusal}`),
    );
    const pooler = new RegExp(`^DATABASE_URL${refusal}`);
    await expect(backups.create(through, { folder: newFolder(), onProgress })).rejects.toThrow(pooler);
    await expect(createOwnSchema(through)).rejects.toThrow(pooler);
    expect(await rowsOf(url, `SELECT FROM pg_namespace WHERE nspname LIKE 'plant_store%'`)).toEqual([]);
    expect(await rowsOf(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    expect(await leftovers(through, 1)).toEqual([]);
  });

  test('a pooler in session mode is used like the server itself', async () => {
    const { url, through } = await pooled(12, { pool_mode: 'session' });
    await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} RESET statement_timeout`);
    const db = await open(`${through}&schema=shop`);
    expect(db.warning).toBeUndefined();
    await plants.create(db, { id: 1n, name: 'Fern' });
    expect(await rowsOf(url, 'SELECT id FROM shop.plants')).toEqual([{ id: 1n }]);
    expect(await db.query(sql`SELECT count(*) > 0 AS "isPrepared" FROM pg_prepared_statements`)).toEqual([
      { isPrepared: true },
    ]);
  });
});
