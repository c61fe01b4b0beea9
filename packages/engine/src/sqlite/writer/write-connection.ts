import SqliteConnection from 'better-sqlite3';
import { StartError } from '../../core/start-error.ts';
import { isLocked, lockTimeoutMs } from '../../files/fault.ts';
import { watchFiles } from '../file/file-watch.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

/** The time of one try to get the write lock. Within it SQLite retries up to ten times a second. */
const lockRetryMs = 100;

/** The only connection that writes. @throws StartError, SqliteError or StoreError if a write could fail or get lost */
export function connectForWrites(path: string) {
  const connection = new SqliteConnection(path, { fileMustExist: true, timeout: lockTimeoutMs });
  try {
    // better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut.
    connection.pragma('synchronous = FULL');
    // Only this first read may meet a process that closes the store, and with it the log.
    connection.pragma(`busy_timeout = ${lockRetryMs}`);
    connection.pragma('foreign_keys = ON');
    assertDurable(connection);
    const log = createWriteAheadLog(connection);
    // After a crash the log may be only in the memory of the system; the database itself is synced.
    log.empty();
    log.check();
    assertWritable(connection);
    return { connection, log, files: watchFiles(path) };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function assertDurable(connection: SqliteConnection.Database) {
  const journal = connection.pragma('journal_mode', { simple: true });
  const sync = connection.pragma('synchronous', { simple: true });
  if (journal === 'wal' && Number(sync) === 2) return;
  throw new StartError(
    `DATABASE_URL: the database runs with journal_mode=${journal} and synchronous=${sync}, ` +
      'so a power cut could lose acknowledged plants; put it on a local disk that supports WAL.',
  );
}

/** Asserts that the file can be written: SQLite opens a read-only file, and fails only at the first write. */
function assertWritable(connection: SqliteConnection.Database) {
  try {
    connection.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
  }
}
