import { closeSync, constants, copyFileSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '@plant-store/db';
import SqliteConnection from 'better-sqlite3';
import { kinds } from './plants.ts';

/** Makes a store file as the product would have it, with the plants 1 to `count`, the last one the newest. */
export async function makeStoreFile(path: string, count: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  await (await openDatabase(`file:${path}`)).close();
  const db = new SqliteConnection(path);
  // Thrown away when it fails, so it need not be safe.
  db.pragma('synchronous = OFF');
  const column = (field: 'name' | 'tag') =>
    `CASE n % ${kinds.length} ${kinds.map((kind, index) => `WHEN ${index} THEN ${literal(kind, field)}`).join(' ')} END`;
  db.prepare(
    `INSERT INTO plants (id, name, tag, added_at)
     WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     SELECT n, ${column('name')}, ${column('tag')}, 1700000000000000 + n FROM numbers WHERE n <= ?`,
  ).run(count, count);
  // Folds the log into the file, which can then be copied as one.
  db.pragma('journal_mode = DELETE');
  db.pragma('journal_mode = WAL');
  db.close();
}

/** A copy that is on disk before this returns, or writing it back would disturb what is measured next. */
export function copyStoreFile(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** How many plants a store file holds. */
export function countPlants(path: string): number {
  const db = new SqliteConnection(path, { fileMustExist: true });
  try {
    return db.prepare('SELECT count(*) FROM plants').pluck().get() as number;
  } finally {
    db.close();
  }
}

const literal = (kind: { name: string; tag?: string }, field: 'name' | 'tag') =>
  kind[field] === undefined ? 'NULL' : `'${kind[field]}'`;
