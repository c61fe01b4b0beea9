import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Client, types } from 'pg';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the PostgreSQL server of this run; absent where the run is on SQLite. */
    postgresql: string;
  }
}

/** A folder that is gone when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-db-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether this run is on PostgreSQL. */
export const isOnPostgresql = inject('postgresql') !== undefined;

/** Where a new store may be, on the engine of this run: a `DATABASE_URL`. Gone when the test is over. */
export const newUrl = async (): Promise<string> =>
  isOnPostgresql ? newDatabase() : `file:${join(newFolder(), 'plants.db')}`;

/** A new, empty database on the PostgreSQL server of this run; gone when the test is over. */
async function newDatabase(): Promise<string> {
  const server = inject('postgresql');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await rowsOf(`${server}/postgres`, `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await rowsOf(`${server}/postgres`, `DROP DATABASE ${name} WITH (FORCE)`)));
  return `${server}/${name}`;
}

/** What a statement gives on a connection of its own; whole numbers as bigint. */
export async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (url.startsWith('file:')) {
    const connection = new SqliteConnection(url.slice('file:'.length)).defaultSafeIntegers(true);
    try {
      const statement = connection.prepare(sql);
      if (statement.reader) return statement.all() as Record<string, unknown>[];
      statement.run();
      return [];
    } finally {
      connection.close();
    }
  }
  const client = new Client(url);
  await client.connect();
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
