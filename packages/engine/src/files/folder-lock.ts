import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { StartError } from '../core/start-error.ts';
import { inodeOf } from './file-identity.ts';
import { acquireLock } from './process-lock.ts';

const name = '.in-use';

/** The time to wait for the lock. A check of the lock by another process lasts a moment. */
const waitTimeoutMs = 500;

/** Works in a folder while no other process does. @throws StartError when another process works there */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const release = acquireLock(join(folder, name), waitTimeoutMs);
  if (!release)
    throw new StartError(
      `Another backup, restore or promotion is running in ${folder}; try again after it has ended.`,
    );
  try {
    return await work();
  } finally {
    release();
  }
}

/** Whether another process may be working in the folder. Also true if this user has no access. */
export function mayBeLocked(folder: string): boolean {
  const path = join(folder, name);
  let lock: SqliteConnection.Database | undefined;
  try {
    if (!inodeOf(path)) return false;
    lock = new SqliteConnection(path, { readonly: true, timeout: 0 });
    lock.exec('SELECT 1 FROM sqlite_schema');
    return false;
  } catch {
    return true;
  } finally {
    lock?.close();
  }
}
