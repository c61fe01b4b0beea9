import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '@plant-store/db';
import { foldedOf } from '@plant-store/schema/fold';
import SqliteConnection from 'better-sqlite3';
import { kinds } from './plants.ts';

/** Makes a store file as the product does, and adds plants with `fill`. */
export async function fillStoreFile(path: string, fill: (db: SqliteConnection.Database) => void) {
  mkdirSync(dirname(path), { recursive: true });
  await (await openDatabase(`file:${path}`)).close();
  const db = new SqliteConnection(path);
  // Skips syncing to disk, because a failed file is deleted anyway.
  db.pragma('synchronous = OFF');
  fill(db);
  db.close();
  // Opening the store prepares its search index.
  await (await openDatabase(`file:${path}`)).close();
}

/** Makes a store file with plants 1 to `count`, the highest id the newest. */
export async function makeStoreFile(path: string, count: number): Promise<void> {
  const column = (textIn: (kind: Kind) => string) =>
    `CASE n % ${kinds.length} ${kinds.map((kind, index) => `WHEN ${index} THEN ${textIn(kind)}`).join(' ')} END`;
  const insertion = `
    INSERT INTO plants (id, name, tag, folded, added_at)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    SELECT n, ${column(({ name }) => literal(name))}, ${column(({ tag }) => literal(tag))}, ${column((kind) => literal(foldedOf(kind)))},
      1700000000000000 + n FROM numbers WHERE n <= ?`;
  await fillStoreFile(path, (db) => db.prepare(insertion).run(count, count));
}

/** Reduces a store file to the table of plants and the index of the list. */
export function keepOneTable(path: string) {
  const db = new SqliteConnection(`${path}.one`);
  db.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT, added_at INTEGER NOT NULL);
    CREATE INDEX plants_added_at_id_idx ON plants (added_at, id);
    ATTACH '${path}' AS store;
    INSERT INTO plants SELECT id, name, tag, added_at FROM store.plants;
    DETACH store;`);
  db.close();
  renameSync(`${path}.one`, path);
}

/** Copies a file and syncs it to disk, because a later sync would disturb the next measurement. */
export function copyStoreFile(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Reads a file into the system's cache, which may have dropped the file. */
export function readThrough(path: string) {
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(1 << 20);
  while (readSync(file, piece) > 0);
  closeSync(file);
}

/** The number of plants in a store file. */
export function countPlants(path: string): number {
  const db = new SqliteConnection(path, { fileMustExist: true });
  try {
    return db.prepare('SELECT count(*) FROM plants').pluck().get() as number;
  } finally {
    db.close();
  }
}

type Kind = { name: string; tag?: string };
const literal = (text: string | undefined) => (text === undefined ? 'NULL' : `'${text}'`);
