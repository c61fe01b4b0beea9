import type { StoreError } from '@plant-store/schema';
import { unavailable } from '../unavailable.ts';

/** Another process holds the write lock. */
export const isLocked = (cause: unknown): boolean => /^SQLITE_(BUSY|PROTOCOL)/.test(codeOf(cause));

/** A sync of the disk failed. */
export const isUnconfirmed = (cause: unknown): boolean => /^SQLITE_IOERR_(DIR_)?FSYNC/.test(codeOf(cause));

const damaged =
  'the database cannot be read: it, or the disk it is on, is damaged; look to the disk, and if that is sound, ' +
  'stop the store and put a backup in place of the database';

/** What is wrong with the disk or the file, by SQLite's result codes (sqlite.org/rescode.html), for who writes. */
const faults: [code: RegExp, why: string][] = [
  [/^SQLITE_FULL/, 'the disk of the database is full; nothing was stored, free some space, then try again'],
  // The commit is in the log, and whether it is on the disk nobody can tell; the next commit takes its place.
  [
    /^SQLITE_IOERR_(DIR_)?FSYNC/,
    'the disk did not confirm what was written, so it is not certain whether this was stored; ' +
      'read it before you try again, and look to the disk',
  ],
  // CORRUPTFS: so SQLite calls a disk that does not give back what is on it.
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS|IOERR_DATA)/, damaged],
  [
    /^SQLITE_IOERR/,
    'the disk of the database fails, or its quota is used up; nothing was stored, look to the disk, then try again',
  ],
  [
    /^SQLITE_(READONLY|PERM|AUTH)/,
    'the database has become read-only; nothing was stored, make its file and disk writable, then try again',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'a file beside the database cannot be opened; nothing was stored, give its folder to the user who runs the store, then try again',
  ],
];

/** A failure of the disk or the file, which the next write would meet too, as an error for callers; or nothing. */
export function faultOf(cause: unknown): StoreError | undefined {
  const code = codeOf(cause);
  const [, why] = faults.find(([pattern]) => pattern.test(code)) ?? [];
  return why === undefined ? undefined : unavailable(why, cause);
}

/** The same for what only reads. */
export function readFaultOf(cause: unknown): StoreError | undefined {
  if (isLocked(cause))
    return unavailable('the store is busy with another program; try again in a few seconds', cause);
  const fault = faultOf(cause);
  if (!fault || fault.message === damaged) return fault;
  return unavailable('the disk of the database cannot be read now; look to it, then try again', cause);
}

/** Runs what reads. @throws StoreError in place of a fault. */
export function checkFault<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw readFaultOf(cause) ?? cause;
  }
}

/** SQLite's code for what went wrong, also of an error that came through Prisma and its adapter (7.10). */
export function codeOf(cause: unknown): string {
  const { code, meta } = (cause ?? {}) as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return String(meta?.driverAdapterError?.cause?.originalCode ?? code);
}
