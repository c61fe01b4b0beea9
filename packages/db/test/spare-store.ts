import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';
import { connectTo, isOnPostgresql, newUrl, rowsOf } from './testing.ts';

type Listener = Parameters<Database['monitor']['onCommit']>[0];
export type Store = {
  db: Database;
  url: string;
  /** The commit listeners of the present test. */
  listeners: Set<Listener>;
};

/** The statement that empties a store on PostgreSQL, and the number of its relations and enabled triggers. */
let emptying: { sql: string; parts: unknown } | undefined;
/** A connection to a copy of a new SQLite store. */
let template: SqliteConnection.Database | undefined;

/** Opens a store whose files are removed after all tests: vitest ends this process without an event. */
export async function openSpare(): Promise<Store> {
  const url = isOnPostgresql
    ? await newUrl(() => undefined)
    : `file:${join(mkdtempSync(join(inject('folder'), 'store-')), 'plants.db')}`;
  const db = await openDatabase(url);
  if (isOnPostgresql)
    emptying ??= { sql: await deletionOf(url), parts: (await rowsOf(url, countOfParts))[0]?.parts };
  else template ??= await copyOf(url.slice('file:'.length));
  const listeners = new Set<Listener>();
  db.monitor.onCommit((writes, seconds) => {
    for (const listener of listeners) listener(writes, seconds);
  });
  return { db, url, listeners };
}

/** Gives a store the content of a new one. Gives whether the store is healthy. */
export async function isEmptied({ db, url }: Store): Promise<boolean> {
  try {
    if (!(await (isOnPostgresql ? isDeleted(url) : isOverwritten(url.slice('file:'.length))))) return false;
    await db.check();
    return true;
  } catch {
    return false;
  }
}

async function copyOf(path: string) {
  const copy = join(mkdtempSync(join(inject('folder'), 'template-')), 'plants.db');
  const connection = new SqliteConnection(path);
  await connection.backup(copy);
  connection.close();
  return new SqliteConnection(copy);
}

async function deletionOf(url: string) {
  const tables = await rowsOf(
    url,
    `SELECT "tablename" FROM pg_tables WHERE "schemaname" = current_schema() AND "tablename" <> '_prisma_migrations'`,
  );
  const deletions = tables.map(({ tablename }) => `DELETE FROM "${tablename}"`);
  // Without triggers: one of them refuses to delete audit entries.
  return ['SET session_replication_role = replica', ...deletions].join(';');
}

const countOfParts = `SELECT count(*) || ' ' || (SELECT count(*) FROM pg_trigger WHERE "tgenabled" = 'O' AND "tgrelid" IN (
    SELECT "oid" FROM pg_class WHERE "relnamespace" = current_schema()::regnamespace)) AS "parts"
  FROM pg_class WHERE "relnamespace" = current_schema()::regnamespace`;

/** By one connection, as a server of PostgreSQL needs more time to begin one than to delete. */
async function isDeleted(url: string) {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query(countOfParts);
    if (rows[0]?.parts !== emptying?.parts) return false;
    await client.query(emptying?.sql ?? '');
    return true;
  } finally {
    await client.end();
  }
}

async function isOverwritten(path: string) {
  const copied = await template?.backup(path);
  // Another thread is writing; better-sqlite3 reports no error then.
  if (!copied?.totalPages) return false;
  // The log of a new store is short.
  const connection = new SqliteConnection(path);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  return true;
}
