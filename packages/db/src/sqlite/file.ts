import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { StartError } from '../start-error.ts';
import { applyMigrations } from './migrations.ts';

/** How long start-up waits for another process that holds the write lock. */
const lockTimeoutMs = 10_000;

/** A whole-file check of more than this would delay the start by more than about half a second. */
const quickCheckLimitBytes = 64 * 1024 * 1024;

/**
 * Makes sure that a sound, migrated SQLite store is at `path`; makes folder and file where there are none.
 * @throws StartError when that cannot be; the file is then as it was.
 */
export function prepareSqliteFile(path: string, migrationsFolder: string) {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return prepare(path, migrationsFolder);
    } catch (cause) {
      // Processes that turn WAL on together are told "busy" at once, without the wait that they asked for.
      if (!isBusy(cause) || performance.now() > deadline) throw explain(cause, path);
    }
  }
}

function prepare(path: string, migrationsFolder: string) {
  makeFolder(dirname(path));
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs });
  try {
    checkSound(connection, path);
    applyMigrations(connection, migrationsFolder);
    // Kept in the file. Readers never wait for the writer, nor the writer for readers.
    connection.pragma('journal_mode = WAL');
  } finally {
    connection.close();
  }
}

/** Makes a folder, and those above it, for its owner alone: what is in it gives access to the store. */
function makeFolder(folder: string) {
  // One by one: where a folder cannot be made in its parent, as in /proc, Node's own `recursive` never returns.
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    // Another process that starts now was first.
    if ((cause as { code?: string }).code !== 'EEXIST') throw cause;
  }
}

function checkSound(connection: SqliteConnection.Database, path: string) {
  const isSmall = statSync(path).size <= quickCheckLimitBytes;
  const verdict = isSmall ? connection.pragma('quick_check(1)', { simple: true }) : 'ok';
  if (verdict !== 'ok') throw damaged(path);
  const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (tables.length > 0 && !tables.includes('_prisma_migrations'))
    throw new StartError(
      `DATABASE_URL: ${path} is a database of another program (it holds the table "${tables[0]}"); ` +
        'name a file of the plant store, or one that does not exist yet.',
    );
}

function explain(cause: unknown, path: string): unknown {
  const code = (cause as { code?: unknown }).code;
  if (cause instanceof StartError || typeof code !== 'string') return cause;
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return damaged(path);
  if (isBusy(cause))
    return new StartError(
      `DATABASE_URL: ${path} has been locked by another program for ${lockTimeoutMs / 1000} s; end that program, then start again.`,
    );
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return new StartError(
      `DATABASE_URL: the disk that holds ${path} is full; free some space, then start again.`,
    );
  return new StartError(
    `DATABASE_URL: cannot open or create ${path} (${code}); give its folder to the user who starts the store, or name another file.`,
  );
}

const isBusy = (cause: unknown) => String((cause as { code?: unknown }).code).startsWith('SQLITE_BUSY');

const damaged = (path: string) =>
  new StartError(
    `DATABASE_URL: ${path} is damaged or is not an SQLite database; move it away and put a backup in its place. Nothing was changed.`,
  );
