import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { Client, types } from 'pg';
import { afterAll, inject, onTestFinished, vi } from 'vitest';
import { parseAddress } from '../src/postgresql/connection/address.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database on the PostgreSQL server of this run; absent if the run is on SQLite. */
    postgresql: string;
    /** The same database through a pooler; absent without `POOLER=1`. */
    pooler: string | undefined;
    /** A folder for files that processes of tests leave; it is removed after the tests. */
    folder: string;
  }
}

/** Registers a function to run at the end of a test, or of a file. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/**
 * A value that the tests of a file share, and must not change. `make` runs at the first use. `atEnd` registers
 * functions to run at the end of the file.
 */
export function oncePerFile<Made>(make: (atEnd: AtEnd) => Promise<Made>): () => Promise<Made> {
  const ends: Parameters<AtEnd>[0][] = [];
  let made: Promise<Made> | undefined;
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => (made ??= make((end) => void ends.push(end)));
}

/** A folder that is removed when the test ends. */
export function newFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-db-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether this run is on PostgreSQL. */
export const isOnPostgresql = inject('postgresql') !== undefined;

/** The URL for a new store on the engine of this run; the store is removed when the test ends. */
export const newUrl = async (atEnd: AtEnd = onTestFinished): Promise<string> =>
  isOnPostgresql ? newSchema(atEnd) : `file:${join(newFolder(atEnd), 'plants.db')}`;

/**
 * Lets the writes of this test wait for SQLite's lock for `seconds` instead of five. Deadlines are times of
 * `process.uptime()`; this thread sets them and the write thread compares them.
 */
export function setLockWait(seconds: number) {
  const uptime = process.uptime.bind(process);
  vi.spyOn(process, 'uptime').mockImplementation(() => uptime() + seconds - 5);
}

/** Longer than any test. */
export const anHour = 3_600;

/** A new, empty schema on the PostgreSQL server of this run, fifty times as fast as a new database. */
async function newSchema(atEnd: AtEnd): Promise<string> {
  const server = inject('postgresql');
  const name = newName();
  await rowsOf(server, `CREATE SCHEMA ${name}`);
  const pooler = inject('pooler');
  const drop = `DROP SCHEMA ${name} CASCADE`;
  atEnd(async () => void (await rowsOf(server, pooler ? `${drop}; DROP ROLE ${name}` : drop)));
  if (!pooler) return `${server}?schema=${name}`;
  await rowsOf(
    server,
    `CREATE ROLE ${name} LOGIN SUPERUSER; ALTER ROLE ${name} SET search_path = ${name};
     ALTER ROLE ${name} SET statement_timeout = '5s'`,
  );
  return `${Object.assign(new URL(pooler), { username: name }).href}?schema=${name}&connection_limit=4`;
}

/** The address of the server itself for one that may lead through the pooler of this run. */
export function directUrl(url: string): string {
  const pooler = inject('pooler');
  if (!pooler || new URL(url).host !== new URL(pooler).host) return url;
  return Object.assign(new URL(url), { host: new URL(inject('postgresql')).host }).href;
}

/**
 * A new, empty database on the PostgreSQL server of this run, for tests that change the settings of a whole database.
 */
export async function newDatabase(): Promise<string> {
  const server = inject('postgresql');
  const name = newName();
  await rowsOf(server, `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await rowsOf(server, `DROP DATABASE ${name} WITH (FORCE)`)));
  return Object.assign(new URL(server), { pathname: name }).href;
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

/**
 * Tries `work` until no other connection holds the lock of an SQLite file.
 * The wait does not block this thread, as the transaction with the lock may need it for its next statement.
 */
async function onceUnlocked<Result>(work: () => Result): Promise<Result> {
  for (let triesLeft = 2_000; ; triesLeft--)
    try {
      return work();
    } catch (cause) {
      const isLocked = cause instanceof SqliteConnection.SqliteError && cause.code.startsWith('SQLITE_BUSY');
      if (!isLocked || triesLeft === 0) throw cause;
      await setTimeout(10);
    }
}

/** A separate connection to the schema of a store on PostgreSQL; the caller must end it. */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client(directUrl(url));
  await client.connect();
  const { schema } = parseAddress(url).given;
  if (schema) await client.query(`SET search_path = "${schema}"`);
  return client;
}

/** The rows of a statement on a separate connection; integers as bigint. */
export async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (url.startsWith('file:')) {
    const path = url.slice('file:'.length);
    const connection = new SqliteConnection(path, { timeout: 0 }).defaultSafeIntegers(true);
    // With a large cache, adding a million rows writes each page only once.
    connection.pragma('cache_size = -400000');
    try {
      return await onceUnlocked(() => {
        const statement = connection.prepare(sql);
        if (statement.reader) return statement.all() as Record<string, unknown>[];
        statement.run();
        return [];
      });
    } finally {
      connection.close();
    }
  }
  const client = await connectTo(url);
  const int8 = 20;
  const exact = {
    getTypeParser: (oid: number) => (oid === int8 ? BigInt : types.getTypeParser(oid)),
  } as typeof types;
  try {
    return (await client.query({ text: sql, types: exact })).rows;
  } finally {
    await client.end();
  }
}
