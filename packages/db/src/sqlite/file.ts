import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { makeFolder } from '../backup/durable-file.ts';
import { StartError } from '../start-error.ts';
import { codeOf, isLocked, kindOf } from './fault.ts';
import { behindLinks, fileAt } from './file-identity.ts';
import { lockTimeoutMs } from './lock-timeout.ts';
import { applyMigrations } from './migrations.ts';
import { keepPrivate } from './private-file.ts';
import { startErrorOf } from './problem.ts';

export const migrationsFolder = join(import.meta.dirname, '../../../../prisma/sqlite/migrations');

/** A whole-file check of more than this would delay the start by more than about half a second. */
const quickCheckLimitBytes = 64 * 1024 * 1024;

/** How long to wait before the next try; sound files are seldom busy for longer. */
const pauseMs = 50;

/**
 * Makes sure that a sound, migrated SQLite store is at `path`; makes folder and file where there are none.
 * @returns which file that is (see `fileAt`)
 * @throws StartError when that cannot be; the file is then as it was.
 */
export async function prepareSqliteFile(path: string, folder = migrationsFolder): Promise<bigint> {
  const deadline = performance.now() + lockTimeoutMs;
  let isSuspect = false;
  for (; ; await wait(pauseMs)) {
    try {
      const file = prepare(path, folder, isSuspect);
      if (file) return file;
    } catch (cause) {
      if (isLocked(cause)) {
        // Processes that turn WAL on together are told "busy" at once, without the wait that they asked for.
        if (performance.now() > deadline) throw startErrorOf(cause, path);
      } else {
        if (isSuspect || !isOfContent(cause)) throw startErrorOf(cause, path);
        isSuspect = true;
      }
    }
  }
}

/** What SQLite says of a bad file, and also of a sound one whose tables another process changes at that moment. */
const isOfContent = (cause: unknown): boolean =>
  codeOf(cause).startsWith('SQLITE_') && [undefined, 'damaged'].includes(kindOf(cause));

/** Nothing when another file took the place of the one that was opened, which it then must not go on with. */
function prepare(path: string, folder: string, isSuspect: boolean): bigint | undefined {
  makeFolder(dirname(path));
  assertUsable(path);
  const file = fileAt(path);
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs });
  try {
    if (isSuspect) whileNobodyWrites(connection, () => checkSound(connection, path));
    else checkSound(connection, path);
    // A new one is empty so far, and has the rights that the umask left it.
    keepPrivate(path);
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

/** @throws SqliteError `SQLITE_BUSY` at once while another process writes */
function whileNobodyWrites(connection: SqliteConnection.Database, work: () => void) {
  connection.pragma('busy_timeout = 0');
  connection.exec('BEGIN IMMEDIATE');
  work();
  connection.exec('COMMIT');
  connection.pragma(`busy_timeout = ${lockTimeoutMs}`);
}

function checkSound(connection: SqliteConnection.Database, path: string) {
  const isSmall = statSync(path).size <= quickCheckLimitBytes;
  const verdict = isSmall ? connection.pragma('quick_check(1)', { simple: true }) : 'ok';
  if (verdict !== 'ok') throw new SqliteConnection.SqliteError(String(verdict), 'SQLITE_CORRUPT');
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
