import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';

/** A folder that is gone when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-db-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the store at `path`, as the process does; closed when the test is over. */
export async function open(path: string): Promise<Database> {
  const db = await openDatabase(`file:${path}`);
  onTestFinished(() => db.close());
  return db;
}

/** A new, empty store. */
export async function newStore(): Promise<{ db: Database; path: string }> {
  const path = join(newFolder(), 'plants.db');
  return { db: await open(path), path };
}

/** A second connection, past everything that is tested here. It gives integers as bigint. */
export function connect(path: string): SqliteConnection.Database {
  const connection = new SqliteConnection(path).defaultSafeIntegers(true);
  onTestFinished(() => void connection.close());
  return connection;
}
