import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { isLocked, kindOf } from './fault.ts';
import { fileAt } from './file-identity.ts';

/**
 * Takes a lock for this process: SQLite's, on a file of its own. The system gives it back when the process ends, however
 * that ends.
 * @param patienceMs for how long a lock that another process holds is waited for
 * @returns the function that gives it back; nothing when another process holds it
 */
export function takeLock(path: string, patienceMs: number): (() => void) | undefined {
  for (;;) {
    closeSync(openSync(path, 'a', 0o600));
    const file = fileAt(path);
    const lock = new SqliteConnection(path, { timeout: patienceMs });
    try {
      lock.pragma('journal_mode = MEMORY');
      // What is in the file need not survive anything.
      lock.pragma('synchronous = OFF');
      // The lock is kept after the commit, until the connection is closed.
      lock.pragma('locking_mode = EXCLUSIVE');
      lock.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`);
      if (file === fileAt(path)) {
        return () => {
          try {
            // First the name: whoever opened the file before finds it gone, once it gets the lock, and begins again.
            rmSync(path, { force: true });
          } catch {
            // The folder was closed to this user meanwhile. The file may stay: only its lock counts.
          }
          lock.close();
        };
      }
      lock.close();
    } catch (cause) {
      lock.close();
      if (isLocked(cause)) return undefined;
      // Nobody holds it: a power cut has left a part of it.
      if (kindOf(cause) !== 'damaged') throw cause;
      if (file === fileAt(path)) rmSync(path);
    }
  }
}

/**
 * The process that holds a lock which was not given, where that can be found out. It is read past SQLite, which reads
 * nothing of a locked file: the user version is at byte 60 (sqlite.org/fileformat2.html, section 1.3).
 */
export function holderOf(path: string): number | undefined {
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
