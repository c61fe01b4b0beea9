import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { diskFaultKind, isLocked } from './fault.ts';
import { inodeOf } from './file-identity.ts';

/**
 * Takes a lock of SQLite on a file of its own; the system releases the lock when the process ends.
 * @param waitTimeoutMs how long to wait for another process
 * @returns the function that releases the lock; nothing when another process holds it
 */
export function acquireLock(path: string, waitTimeoutMs: number): (() => void) | undefined {
  for (;;) {
    closeSync(openSync(path, 'a', 0o600));
    const file = inodeOf(path);
    const lock = new SqliteConnection(path, { timeout: waitTimeoutMs });
    try {
      lock.pragma('journal_mode = MEMORY');
      // The content need not survive.
      lock.pragma('synchronous = OFF');
      // The lock lasts longer than the commit.
      lock.pragma('locking_mode = EXCLUSIVE');
      lock.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`);
      if (file === inodeOf(path)) {
        return () => {
          try {
            // The name is removed before the lock: another process with the open file notices that, and starts again.
            rmSync(path, { force: true });
          } catch {
            // This user has lost access to the folder in the meantime. The file may stay: only its lock counts.
          }
          lock.close();
        };
      }
      lock.close();
    } catch (cause) {
      lock.close();
      if (isLocked(cause)) return undefined;
      // After a power cut the file may be damaged; then no process holds its lock.
      if (diskFaultKind(cause) !== 'damaged') throw cause;
      if (file === inodeOf(path)) rmSync(path);
    }
  }
}

/**
 * The process that holds the lock, if it can be found. SQLite reads nothing of a locked file, so this reads the user
 * version at byte 60 (sqlite.org/fileformat2.html, section 1.3).
 */
export function lockHolder(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(4);
      readSync(file, bytes, 0, 4, 60);
      return bytes.readInt32BE() || undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
