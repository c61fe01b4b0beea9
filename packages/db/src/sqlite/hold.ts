import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';
import { isLocked, kindOf } from './fault.ts';

/** How long to wait for a command that is just done with the store. */
const patienceMs = 1_000;

/**
 * Takes an SQLite database that nobody else has open for this process alone, with its write-ahead log written into it,
 * until `release`. One that is damaged so that SQLite cannot open it needs no holding: nobody can begin to use it.
 * Locks are between processes: what this one itself has open through better-sqlite3 is not seen.
 * @throws StartError when another process has it open, be it idle.
 */
export function holdAlone(path: string): { isDamaged: boolean; release(): void } {
  let database: DatabaseSync | undefined;
  try {
    // See docs/decisions/0007: the first lock that this VFS takes, before it reads a byte, is one that no other process
    // may share, and it keeps that. better-sqlite3 is built without the URIs that name a VFS.
    database = new DatabaseSync(`${pathToFileURL(path)}?vfs=unix-excl`, { timeout: patienceMs });
    database.exec('PRAGMA synchronous = FULL');
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() ?? {};
    if (mode !== 'delete') throw inUse(path);
    const held = database;
    return { isDamaged: false, release: () => held.close() };
  } catch (cause) {
    database?.close();
    if (kindOf(cause) === 'damaged') return { isDamaged: true, release: () => undefined };
    throw isLocked(cause) ? inUse(path, cause) : cause;
  }
}

const inUse = (path: string, cause?: unknown) =>
  new StartError(
    `The store at ${path} is in use: stop what runs on it (npm start, or another command), then restore. Nothing was changed.`,
    { cause },
  );
