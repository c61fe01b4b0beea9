import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { diskFaultKind, isLocked, StartError } from '@plant-store/engine';
import { assertLogIsSafe } from '@plant-store/engine/sqlite/file';

const waitTimeoutMs = 1_000;

/**
 * Locks a database for this process until `release`, and moves its log into it. A damaged database needs no lock if
 * SQLite cannot open it. The lock does not detect connections of better-sqlite3 in this process.
 * @throws StartError when another process has the database open, even idle
 */
export function lockExclusively(path: string): { isDamaged: boolean; release(): void } {
  let database: DatabaseSync | undefined;
  try {
    assertLogIsSafe(path);
    // This VFS acquires an exclusive lock before it reads a byte, and keeps the lock (docs/decisions/0007). A URI names
    // the VFS, which better-sqlite3 does not support.
    database = new DatabaseSync(`${pathToFileURL(path)}?vfs=unix-excl`, { timeout: waitTimeoutMs });
    database.exec('PRAGMA synchronous = FULL');
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() ?? {};
    if (mode !== 'delete') throw inUse(path);
    const locked = database;
    return { isDamaged: false, release: () => locked.close() };
  } catch (cause) {
    database?.close();
    if (diskFaultKind(cause) === 'damaged') return { isDamaged: true, release: () => undefined };
    throw isLocked(cause) ? inUse(path, cause) : cause;
  }
}

const inUse = (path: string, cause?: unknown) =>
  new StartError(
    `The store at ${path} is in use: stop the programs that use it (npm start, or another command), then restore. Nothing was changed.`,
    { cause },
  );
