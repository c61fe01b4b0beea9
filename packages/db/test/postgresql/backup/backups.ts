import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startWithDump } from '@plant-store/engine/testing/pg-dump';
import type { PostgresqlServer } from '@plant-store/engine/testing/postgresql';
import { afterAll, beforeAll } from 'vitest';
import { backups, plants } from '../../../src/index.ts';
import { extremes, quietly } from '../../backups.ts';
import { newFolder, open } from '../../store.ts';
import { rowsOf } from '../../testing.ts';

// Times in the database are in UTC, whatever the time zone of this process.
process.env.TZ = 'Asia/Tokyo';

let server: PostgresqlServer;

/** Runs the tests of a file on a server with pg_dump. */
export function useServerWithDump() {
  beforeAll(async () => {
    server = await startWithDump();
  }, 120_000);
  afterAll(() => server.remove());
}

export const urlOnServer = (database: string) => server.url(database);
export const sqlOnServer = (sql: string) => rowsOf(server.url('postgres'), sql);

/** The names of all databases on the server. */
export const databases = async () =>
  (await sqlOnServer('SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1')).map(
    ({ datname }) => String(datname),
  );

/** An open store with extreme values in its own database, and a folder for its backups. */
export async function storeToBackUp() {
  const name = `plants_${randomUUID().slice(0, 8)}`;
  // This database does not sort texts by their bytes.
  await sqlOnServer(
    `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' ENCODING 'UTF8'`,
  );
  await rowsOf(server.url(name), 'CREATE SCHEMA shop');
  // A schema other than the default one.
  const urlOf = (database: string) => `${server.url(database)}?options=-c%20search_path%3Dshop`;
  const url = urlOf(name);
  const db = await open(url);
  for (const plant of extremes) await plants.create(db, plant);
  const folder = join(newFolder(), 'backups');
  return { db, name, url, urlOf, folder, take: () => backups.create(url, { folder, onProgress: quietly }) };
}
