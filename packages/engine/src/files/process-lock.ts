import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { removeIfPossible } from './durable-file.ts';
import { diskFaultKind, isLocked } from './fault.ts';
import { inodeOf } from './file-identity.ts';

/** Locks a file by SQLite until the process ends. Gives nothing when another process holds the lock. */
export function acquireLock(path: string, waitTimeoutMs: number): (() => void) | undefined {
  for (;;) {
    closeSync(openSync(path, 'a', 0o600));
    const file = inodeOf(path);
    const lock = new SqliteConnection(path, { timeout: waitTimeoutMs });
    try {
      lock.pragma('journal_mode = MEMORY');
      // The file has no content that must survive.
      lock.pragma('synchronous = OFF');
      // The lock lasts longer than the commit.
      lock.pragma('locking_mode = EXCLUSIVE');
      lock.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`);
      if (file === inodeOf(path)) {
        return () => {
          // Removed before the lock: a process with the file open sees that, and starts again. Only the lock counts.
          removeIfPossible(path);
          lock.close();
        };
      }
      lock.close();
    } catch (cause) {
      lock.close();
      if (isLocked(cause)) return undefined;
      // A power cut may have damaged the file; then no process holds its lock.
      if (diskFaultKind(cause) !== 'damaged') throw cause;
      if (file === inodeOf(path)) rmSync(path);
    }
  }
}

/** SQLite cannot read a locked file, so this reads byte 60 (sqlite.org/fileformat2.html, section 1.3). */
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
