import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { isLocked } from '../sqlite/fault.ts';
import { fileAt } from '../sqlite/file-identity.ts';
import { StartError } from '../start-error.ts';

const name = '.in-use';

/** How long the lock is waited for: whoever asks whether it is held has it for a moment. */
const patienceMs = 500;

/**
 * Does some work in a folder that no other process does such work in meanwhile. The lock is SQLite's on a file of its
 * own: the system gives it back when its holder ends, however that ends.
 * @throws StartError when another process is at it.
 */
export async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, name);
  const lock = take(path, folder);
  try {
    return await work();
  } finally {
    // First the name: whoever opened the file before finds it gone, once it gets the lock, and begins again.
    rmSync(path, { force: true });
    lock.close();
  }
}

/** Whether a process may be at such work in the folder: it is, or this user cannot find out. */
export function mayBeInUse(folder: string): boolean {
  const path = join(folder, name);
  let lock: SqliteConnection.Database | undefined;
  try {
    if (!fileAt(path)) return false;
    lock = new SqliteConnection(path, { readonly: true, timeout: 0 });
    lock.exec('SELECT 1 FROM sqlite_schema');
    return false;
  } catch {
    return true;
  } finally {
    lock?.close();
  }
}

function take(path: string, folder: string): SqliteConnection.Database {
  for (;;) {
    closeSync(openSync(path, 'a', 0o600));
    const file = fileAt(path);
    const lock = new SqliteConnection(path, { timeout: patienceMs });
    try {
      // Nothing is ever written to it, so that there is nothing to roll back.
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      if (file === fileAt(path)) return lock;
      lock.close();
    } catch (cause) {
      lock.close();
      if (!isLocked(cause)) throw cause;
      throw new StartError(
        `Another backup, restore or promotion is at work in ${folder}; run this again when it has ended.`,
        {
          cause,
        },
      );
    }
  }
}
