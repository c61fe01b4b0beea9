import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { backups, restore, StartError, tokens } from '../../src/index.ts';
import { findTool } from '../../src/postgresql/tools.ts';
import { extremes, flipped, plantsIn, quietly, verdicts } from '../backups.ts';
import { newFolder, open } from '../store.ts';
import { rowsOf } from '../testing.ts';
import { databases, sqlOnServer, storeToBackUp, urlOnServer, useServerWithDump } from './backups.ts';

useServerWithDump();

test('a backup amid writes is one moment, proven in a scratch database that is gone afterwards', async () => {
  const { db, url, urlOf, folder, take } = await storeToBackUp();
  await tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  let isOver = false;
  const writing = (async () => {
    for (let n = 1; !isOver; n++)
      await rowsOf(url, `INSERT INTO plants VALUES (${n}, 'Twin', NULL, 1), (${-n}, 'Twin', NULL, 1)`);
  })();
  const { record } = await take();
  isOver = true;
  await writing;
  expect(record).toMatchObject({
    engine: 'postgresql',
    verdict: 'proven',
    tables: [{ name: 'plants' }, { name: 'tokens', count: 1 }, {}],
  });
  expect(record.store).not.toContain('correct-horse');
  expect(readdirSync(folder).sort()).toEqual([record.file, `${record.name}.json`]);
  expect((await databases()).filter((one) => one.startsWith('plant_store_scratch'))).toEqual([]);
  const place = urlOf(`copy_${randomUUID().slice(0, 8)}`);
  await restore(place, folder, record.name, quietly);
  const [{ n, sum } = {}] = await rowsOf(
    place,
    `SELECT count(*) AS n, sum(id) AS sum FROM plants WHERE name = 'Twin'`,
  );
  expect([n, sum ?? '0']).toEqual([BigInt(record.tables[0]?.count ?? 0) - BigInt(extremes.length), '0']);
});

test('a store has the same counts and hashes on PostgreSQL as on SQLite', async () => {
  const { db, url, take } = await storeToBackUp();
  await tokens.create(db, {
    name: 'clerk',
    scopes: ['admin'],
    expiresAt: new Date('2100-01-01T00:00:00.070Z'),
  });
  await tokens.create(db, { name: 'Aé', scopes: ['admin'] });
  await tokens.create(db, { name: 'b', scopes: ['admin'] });
  await tokens.revoke(db, 'b');
  for (const id of ['a', 'B', 'ä'])
    await rowsOf(
      url,
      `INSERT INTO tokens VALUES ('${id}', '${id}', '${id}', 'admin', '2026-01-01 12:00:00.5')`,
    );
  const { record } = await take();
  const path = join(newFolder(), 'plants.db');
  const sqlite = await open(`file:${path}`);
  for (const table of ['plants', 'tokens'])
    for (const row of await rowsOf(url, `SELECT * FROM ${table}`)) {
      const values = Object.values(row).map((value) =>
        value === null
          ? 'NULL'
          : typeof value === 'bigint'
            ? value === -(2n ** 63n)
              ? '(-9223372036854775807 - 1)'
              : String(value)
            : `'${text(value)}'`,
      );
      await rowsOf(`file:${path}`, `INSERT INTO ${table} VALUES (${values.join(', ')})`);
    }
  await sqlite.close();
  const other = await backups.create(`file:${path}`, {
    folder: join(newFolder(), 'backups'),
    onProgress: quietly,
  });
  expect(other.record.tables).toEqual(record.tables);
});

/** As Prisma's adapter writes it; pg takes a time without a zone for one in the zone of this process. */
const text = (value: unknown) =>
  value instanceof Date
    ? new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().replace('Z', '+00:00')
    : String(value).replaceAll("'", "''");

test('one flipped bit is found, and an intact backup is proven again', async () => {
  const { url, folder, take } = await storeToBackUp();
  const { record } = await take();
  expect((await backups.verify(url, folder, record.name, quietly)).verdict).toBe('proven');
  const path = join(folder, record.file);
  const whole = readFileSync(path);
  for (let i = 0; i < 10; i++) {
    const offset = Math.floor(Math.random() * whole.length);
    writeFileSync(path, flipped(whole, offset));
    expect(await verdicts(folder), `byte ${offset}`).toEqual(['damaged']);
    expect((await backups.verify(url, folder, record.name, quietly)).verdict, `byte ${offset}`).toBe(
      'damaged',
    );
  }
});

test('pg_dump of an older version than the server, or none, is said with what to install', () => {
  expect(() => findTool('pg_dump', 990_000)).toThrow(StartError);
  expect(() => findTool('pg_dump', 990_000)).toThrow(
    /^pg_dump \d+ is older than the server, which is PostgreSQL 99: install .* postgresql-client-99/,
  );
  expect(() => findTool('pg_nothing' as never, 150_000)).toThrow(/^There is no pg_nothing here: install /);
});

test('a user who may make no scratch database is told what is needed, and nothing is left', async () => {
  const { url, name, folder } = await storeToBackUp();
  await sqlOnServer(`CREATE ROLE clerk_${name} LOGIN PASSWORD 'clerk'`);
  await rowsOf(url, `GRANT pg_read_all_data TO clerk_${name}`);
  const asClerk = url.replace(/plants:[^@]*@/, `clerk_${name}:clerk@`);
  await expect(backups.create(asClerk, { folder, onProgress: quietly })).rejects.toThrow(
    new RegExp(
      `^postgresql://.* "clerk_${name}" may not create one; have .* ALTER ROLE "clerk_${name}" CREATEDB`,
    ),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a user who may create databases, but lacks another right, is told which, and the store stays as it is', async () => {
  const { db, url, name, folder, take } = await storeToBackUp();
  const { record } = await take();
  await db.close();
  await sqlOnServer(`CREATE ROLE maker_${name} LOGIN PASSWORD 'maker' CREATEDB`);
  const asMaker = url.replace(/plants:[^@]*@/, `maker_${name}:maker@`);
  const message = await restore(asMaker, folder, record.name, quietly).catch((cause) => cause.message);
  expect(message).toMatch(/\(42501: must be owner of database .*\): the user may not do that; let it own/);
  expect(message).not.toMatch(/CREATEDB|maker@/);
  expect(await plantsIn(url)).toEqual(extremes);
});

test('a connection that breaks amid a backup is said of the server, not of the folder', async () => {
  const { url, name, folder, take } = await storeToBackUp();
  const holder = new Client(url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE plants IN ACCESS EXCLUSIVE MODE');
  const outcome = take().catch((cause) => cause.message);
  const sessions = (condition: string) => `FROM pg_stat_activity WHERE datname = '${name}' AND ${condition}`;
  const isWaiting = sessions(`application_name = 'pg_dump' AND wait_event_type = 'Lock'`);
  await vi.waitUntil(async () => (await sqlOnServer(`SELECT ${isWaiting}`)).length > 0, { timeout: 30_000 });
  await sqlOnServer(`SELECT pg_terminate_backend(pid) ${sessions(`application_name = 'plant-store'`)}`);
  await holder.query('COMMIT');
  await holder.end();
  const message = await outcome;
  expect(message).toMatch(
    /^postgresql:\/\/.*: there is no connection, or it broke; look whether the server runs/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('where there is no store or no server, that is said', async () => {
  const { name, folder } = await storeToBackUp();
  const create = (url: string) => backups.create(url, { folder, onProgress: quietly });
  await expect(create(urlOnServer('postgres'))).rejects.toThrow(/holds no store of this program yet/);
  await expect(create(urlOnServer(`${name}x`))).rejects.toThrow(
    /^DATABASE_URL: .*3D000.*there is no such database/,
  );
  await expect(create('postgresql://127.0.0.1:1/plants')).rejects.toThrow(
    /^DATABASE_URL: .*ECONNREFUSED.*look whether the server runs/,
  );
  await expect(create('postgresql://nobody:%FF@127.0.0.1/plants')).rejects.toThrow(
    /^DATABASE_URL: the address of the database cannot be used/,
  );
});
