import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { backups, restore } from '../../../src/index.ts';
import { extremes, plantsIn, quietly } from '../../backups.ts';
import { rowsOf } from '../../testing.ts';
import { sqlOnServer, storeToBackUp, urlOnServer, useServerWithDump } from './backups.ts';

useServerWithDump();

test('a backup by a user without permission to create a database is refused and leaves nothing', async () => {
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

test('a restore by a user without a required permission is refused, and the store does not change', async () => {
  const { db, url, name, folder, take } = await storeToBackUp();
  const { record } = await take();
  await db.close();
  await sqlOnServer(`CREATE ROLE maker_${name} LOGIN PASSWORD 'maker' CREATEDB`);
  const asMaker = url.replace(/plants:[^@]*@/, `maker_${name}:maker@`);
  const message = await restore(asMaker, folder, record.name, quietly).catch((cause) => cause.message);
  expect(message).toMatch(
    /\(42501: must be owner of database .*\): the user has no permission; make it the owner/,
  );
  expect(message).not.toMatch(/CREATEDB|maker@/);
  expect(await plantsIn(url)).toEqual(extremes);
});

test('a connection that breaks during a backup is reported as a fault of the server', async () => {
  const { url, name, folder, take } = await storeToBackUp();
  const holder = new Client(url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE plants IN ACCESS EXCLUSIVE MODE');
  const outcome = take().catch((cause) => cause.message);
  const sessions = (condition: string) => `FROM pg_stat_activity WHERE datname = '${name}' AND ${condition}`;
  const isWaiting = sessions(`application_name = 'pg_dump' AND wait_event_type = 'Lock'`);
  await vi.waitUntil(async () => (await sqlOnServer(`SELECT ${isWaiting}`)).length > 0);
  await sqlOnServer(`SELECT pg_terminate_backend(pid) ${sessions(`application_name = 'plant-store'`)}`);
  await holder.query('COMMIT');
  await holder.end();
  const message = await outcome;
  expect(message).toMatch(
    /^postgresql:\/\/.*: there is no connection, or it broke; check that the server runs/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a missing store and a missing server are reported', async () => {
  const { name, folder } = await storeToBackUp();
  const create = (url: string) => backups.create(url, { folder, onProgress: quietly });
  await expect(create(urlOnServer('postgres'))).rejects.toThrow(/has no plant store yet/);
  await expect(create(urlOnServer(`${name}x`))).rejects.toThrow(
    /^DATABASE_URL: .*3D000.*the database does not exist/,
  );
  await expect(create('postgresql://127.0.0.1:1/plants')).rejects.toThrow(
    /^DATABASE_URL: .*ECONNREFUSED.*check that the server runs/,
  );
  await expect(create('postgresql://nobody:%FF@127.0.0.1/plants')).rejects.toThrow(
    /^DATABASE_URL: the address of the database cannot be used/,
  );
});
