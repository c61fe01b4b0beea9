import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { StartError } from '../../core/start-error.ts';
import { diskFaultKind, errorCode, isLocked, lockTimeoutMs } from '../../files/fault.ts';
import { inodeOf } from '../../files/file-identity.ts';
import { makePrivate } from '../../files/private-file.ts';
import { startErrorOf } from '../../files/start-errors.ts';
import { migrateSqlite } from './migrations.ts';
import { preparePlace } from './store-place.ts';
import { assertComplete, assertUsable, type FileParts } from './usable-file.ts';

/** The maximum size of a file that a start checks, in half a second. */
const quickCheckLimitBytes = 64 * 1024 * 1024;

const pauseMs = 50;

/** Checks and migrates the store, or creates it; gives its `inodeOf`. @throws StartError; the file is unchanged */
export async function prepareSqliteFile(path: string, parts: FileParts): Promise<bigint> {
  const deadline = performance.now() + lockTimeoutMs;
  let isSuspect = false;
  for (; ; await wait(pauseMs)) {
    try {
      const file = prepare(path, parts, isSuspect);
      if (file) return file;
    } catch (cause) {
      if (isLocked(cause)) {
        // SQLite does not wait for a process that turns WAL on at the same time.
        if (performance.now() > deadline) throw startErrorOf(cause, path);
      } else {
        if (isSuspect || !isOfContent(cause)) throw startErrorOf(cause, path);
        isSuspect = true;
      }
    }
  }
}

/** Whether the file seems damaged. A valid file also does while another process changes its tables. */
const isOfContent = (cause: unknown): boolean =>
  errorCode(cause).startsWith('SQLITE_') && [undefined, 'damaged'].includes(diskFaultKind(cause));

/** Prepares a file. Gives nothing when another file has replaced the opened one. */
function prepare(path: string, parts: FileParts, isSuspect: boolean): bigint | undefined {
  preparePlace(path);
  assertUsable(path, parts);
  const file = inodeOf(path);
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs });
  try {
    if (isSuspect) whileNobodyWrites(connection, () => checkSound(connection, path));
    else checkSound(connection, path);
    // The umask gives a new file its permissions.
    makePrivate(path);
    // Opening may have waited for a restore (restore.ts), which has replaced the file.
    if (file && file !== inodeOf(path)) return undefined;
    migrateSqlite(connection, parts.migrations);
    // In this mode readers and the writer never wait for each other. The file stores the mode.
    connection.pragma('journal_mode = WAL');
    return file ?? inodeOf(path);
  } finally {
    connection.close();
  }
}

/** @throws SqliteError `SQLITE_BUSY`, without waiting, if another process writes */
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
  assertComplete(connection, path);
  const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (tables.length > 0 && !tables.includes('_prisma_migrations'))
    throw new StartError(
      `DATABASE_URL: ${path} is a database of another program (it holds the table "${tables[0]}"); ` +
        'use a file of the plant store, or a new file.',
    );
}
