import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { diskFaultKind, isLocked, StartError } from '@plant-store/engine';
import { assertLogIsSafe } from '@plant-store/engine/sqlite/file';

const waitTimeoutMs = 1_000;

/**
 * Locks a database until `release`, and moves its log into it; one that is too damaged to open needs no lock.
 * Connections of better-sqlite3 in this process go unseen. @throws StartError when another process has it open
 */
export function lockExclusively(path: string): { isDamaged: boolean; release(): void } {
  let database: DatabaseSync | undefined;
  try {
    assertLogIsSafe(path);
    // This VFS locks before the first read, and keeps the lock (docs/decisions/0007). better-sqlite3 takes no URI for it.
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
