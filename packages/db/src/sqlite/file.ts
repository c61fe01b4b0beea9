import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError } from '@plant-store/schema';
import SqliteConnection from 'better-sqlite3';
import { makeFolder } from '../durable-file.ts';
import { behindLinks, fileAt } from '../file-identity.ts';
import { StartError } from '../start-error.ts';
import { seemsFull } from './disk-space.ts';
import { codeOf } from './fault.ts';
import { applyMigrations } from './migrations.ts';

const migrationsFolder = join(import.meta.dirname, '../../../../prisma/sqlite/migrations');

/** How long start-up waits for another process that holds the write lock. */
const lockTimeoutMs = 10_000;

/** A whole-file check of more than this would delay the start by more than about half a second. */
const quickCheckLimitBytes = 64 * 1024 * 1024;

/**
 * Makes sure that a sound, migrated SQLite store is at `path`; makes folder and file where there are none.
 * @returns which file that is (see `fileAt`)
 * @throws StartError when that cannot be; the file is then as it was.
 */
export function prepareSqliteFile(path: string, folder = migrationsFolder): bigint {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      const file = prepare(path, folder);
      if (file) return file;
    } catch (cause) {
      // Processes that turn WAL on together are told "busy" at once, without the wait that they asked for.
      if (!isBusy(cause) || performance.now() > deadline) throw startErrorOf(cause, path);
    }
  }
}

/** Nothing when another file took the place of the one that was opened, which it then must not go on with. */
function prepare(path: string, folder: string): bigint | undefined {
  makeFolder(dirname(path));
  assertUsable(path);
  const file = fileAt(path);
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs });
  try {
    checkSound(connection, path);
    // This may have waited for a restore to end (see restore.ts).
    if (file && file !== fileAt(path)) return undefined;
    applyMigrations(connection, folder);
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
  if (verdict !== 'ok') throw new StartError(`DATABASE_URL: ${damaged(path)}`);
  const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (tables.length > 0 && !tables.includes('_prisma_migrations'))
    throw new StartError(
      `DATABASE_URL: ${path} is a database of another program (it holds the table "${tables[0]}"); ` +
        'name a file of the plant store, or one that does not exist yet.',
    );
}

/** Before SQLite looks at the file: to it, a file that is not there has no log, and it deletes the one that is. */
function assertUsable(path: string) {
  const database = statSync(path, { throwIfNoEntry: false });
  const logPath = `${behindLinks(path)}-wal`;
  const log = statSync(logPath, { throwIfNoEntry: false });
  if (!database?.size && log?.size)
    throw new StartError(
      `DATABASE_URL: ${path} is not there, but its log ${logPath} is, which holds what was stored last. ` +
        'Put the file back beside it; if it is lost, move the log away, put a backup in place of the file, then start again.',
    );
  if (database?.isFile() && (database.mode & 0o222) === 0)
    throw new StartError(
      `DATABASE_URL: ${path} is read-only; make it writable (chmod u+w), then start again.`,
    );
}

/** Why the store at `path` cannot be opened, for a person. What is no fault of the file or its disk stays as it is. */
export function startErrorOf(thrown: unknown, path: string): unknown {
  const cause = thrown instanceof StoreError ? thrown.cause : thrown;
  const code = codeOf(cause);
  if (cause instanceof StartError || !/^(SQLITE_)?[A-Z]{4}/.test(code)) return cause;
  return new StartError(`DATABASE_URL: ${whyNot(code, path)}`, { cause });
}

function whyNot(code: string, path: string): string {
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return damaged(path);
  if (/^SQLITE_BUSY/.test(code))
    return `${path} has been locked by another program for ${lockTimeoutMs / 1000} s; end that program, then start again.`;
  // SQLite has other codes for it, depending on what it was about to write.
  if (
    /^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code) ||
    (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && seemsFull(path))
  )
    return `the disk that holds ${path} is full; free some space, then start again.`;
  if (/^(SQLITE_IOERR|EIO)/.test(code))
    return `the disk that holds ${path} fails, or its quota is used up (${code}); look to the disk, then start again.`;
  return `cannot open or create ${path} (${code}); give it and its folder to the user who starts the store, or name another file.`;
}

const isBusy = (cause: unknown) => codeOf(cause).startsWith('SQLITE_BUSY');

const damaged = (path: string) =>
  `${path} is damaged or is not an SQLite database; move it away and put a backup in its place. Nothing was changed.`;
