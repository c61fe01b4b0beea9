import type { StoreError } from '@plant-store/schema';
import { unavailable } from '../unavailable.ts';

/** Another process holds the write lock. */
export const isLocked = (cause: unknown): boolean => codeOf(cause).startsWith('SQLITE_BUSY');

/** What is wrong with the disk or the file, by the beginning of SQLite's result code (sqlite.org/rescode.html). */
const faults: [code: string, why: string][] = [
  ['SQLITE_FULL', 'the disk of the database is full; free some space, then try again'],
  // The commit is in the log, and whether it is on the disk nobody can tell.
  [
    'SQLITE_IOERR_FSYNC',
    'the disk failed to confirm what was written; read what is stored before you try again',
  ],
  ['SQLITE_IOERR', 'the disk of the database fails; what was asked was not stored, try again later'],
  ['SQLITE_READONLY', 'the database has become read-only; make its file and disk writable, then try again'],
  ['SQLITE_CANTOPEN', 'a file beside the database cannot be opened; look to its folder, then try again'],
  ['SQLITE_CORRUPT', 'the database is damaged; stop the store and put a backup in its place'],
  ['SQLITE_NOTADB', 'the database is damaged; stop the store and put a backup in its place'],
];

/** A failure of the disk or the file, which the next write would meet too, as an error for callers; or nothing. */
export function faultOf(cause: unknown): StoreError | undefined {
  const code = codeOf(cause);
  const [, why] = faults.find(([beginning]) => code.startsWith(beginning)) ?? [];
  return why === undefined ? undefined : unavailable(why, cause);
}

/** Runs what reads. @throws StoreError in place of a fault. */
export function checkFault<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw faultOf(cause) ?? cause;
  }
}

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | undefined)?.code);
