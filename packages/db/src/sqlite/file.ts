import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { fileAt } from '../backup/folder-lock.ts';
import { makeFolder } from '../durable-file.ts';
import { StartError } from '../start-error.ts';
import { applyMigrations } from './migrations.ts';

/** How long start-up waits for another process that holds the write lock. */
const lockTimeoutMs = 10_000;

/** A whole-file check of more than this would delay the start by more than about half a second. */
const quickCheckLimitBytes = 64 * 1024 * 1024;

/**
 * Makes sure that a sound, migrated SQLite store is at `path`; makes folder and file where there are none.
 * @returns which file that is (see `fileAt`)
 * @throws StartError when that cannot be; the file is then as it was.
 */
export function prepareSqliteFile(path: string, migrationsFolder: string): bigint {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      const file = prepare(path, migrationsFolder);
      if (file) return file;
    } catch (cause) {
      // Processes that turn WAL on together are told "busy" at once, without the wait that they asked for.
      if (!isBusy(cause) || performance.now() > deadline) throw explain(cause, path);
    }
  }
}

/** Nothing when another file took the place of the one that was opened, which it then must not go on with. */
function prepare(path: string, migrationsFolder: string): bigint | undefined {
  makeFolder(dirname(path));
  const file = fileAt(path);
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs });
  try {
    checkSound(connection, path);
    // This may have waited for a restore to end (see restore.ts).
    if (file && file !== fileAt(path)) return undefined;
    applyMigrations(connection, migrationsFolder);
    // Kept in the file. Readers never wait for the writer, nor the writer for readers.
    connection.pragma('journal_mode = WAL');
    return file ?? fileAt(path);
  } finally {
    connection.close();
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
