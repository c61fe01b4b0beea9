import type { StoreError } from '@plant-store/schema/plain';
import { unavailable } from '../core/unavailable.ts';

/** Faults of the files or the disk (texts for persons: problem.ts). */
type Kind = 'locked' | 'full' | 'unconfirmed' | 'damaged' | 'failing' | 'read-only' | 'barred' | 'meddled';

/** By the result codes of SQLite (sqlite.org/rescode.html) and the system; the first match counts. */
const kinds: [code: RegExp, kind: Kind][] = [
  [/^SQLITE_(BUSY|PROTOCOL)/, 'locked'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^SQLITE_IOERR_(DIR_)?FSYNC/, 'unconfirmed'],
  // CORRUPTFS: the disk does not give back what was written.
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS|IOERR_DATA)/, 'damaged'],
  [/^(SQLITE_IOERR|EIO$)/, 'failing'],
  [/^(SQLITE_(READONLY|PERM|AUTH)|EROFS$)/, 'read-only'],
  // All errors of the system, but those of connections.
  [/^(SQLITE_CANTOPEN|E(?!CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND)[A-Z]+$)/, 'barred'],
];

/** The kind of a fault of the disk or the files; `undefined` for other errors. */
export function kindOf(cause: unknown): Kind | undefined {
  const code = codeOf(cause);
  // Only the store numbers entries of the audit log.
  if (/^SQLITE_CONSTRAINT/.test(code) && /audit_entries\.number/.test(String(cause))) return 'meddled';
  return kinds.find(([pattern]) => pattern.test(code))?.[1];
}

/** How long opening a store waits for a lock of another process, in milliseconds. */
export const lockTimeoutMs = 10_000;

export const isLocked = (cause: unknown): boolean => kindOf(cause) === 'locked';

const refusals: Record<Exclude<Kind, 'locked'>, string> = {
  full: 'the disk of the database is full; nothing was stored, free some space, then try again',
  // The commit is in the log, perhaps not on disk; the next commit replaces it.
  unconfirmed:
    'the disk did not confirm what was written, so it is not certain whether this was stored; ' +
    'read it before you try again, and look to the disk',
  damaged:
    'the database cannot be read: it, or the disk it is on, is damaged; look to the disk, and if that is sound, ' +
    'stop the store and put a backup in place of the database',
  failing:
    'the disk of the database fails, or its quota is used up; nothing was stored, look to the disk, then try again',
  'read-only':
    'the database has become read-only; nothing was stored, make its file and disk writable, then try again',
  barred:
    'a file beside the database cannot be opened; nothing was stored, give its folder to the user who runs the store, then try again',
  meddled:
    'something else than the store has added to the audit log, which cannot go on; nothing was stored, run "npm run audit -- verify"',
};

/** A fault of the disk or the files, which the next write would meet too, as an error for callers. */
export function faultOf(cause: unknown): StoreError | undefined {
  const kind = kindOf(cause);
  return kind && kind !== 'locked' ? unavailable(refusals[kind], cause) : undefined;
}

/** Another program held the write lock for too long. */
export const busy = (cause: unknown): StoreError =>
  unavailable(
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
    cause,
  );

/** The same for a read. */
export function readFaultOf(cause: unknown): StoreError | undefined {
  const kind = kindOf(cause);
  if (kind === 'locked')
    return unavailable('the store is busy with another program; try again in a few seconds', cause);
  if (!kind || kind === 'damaged') return faultOf(cause);
  return unavailable('the disk of the database cannot be read now; look to it, then try again', cause);
}

/** Runs a read. @throws StoreError for a fault */
export function checkFault<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw readFaultOf(cause) ?? cause;
  }
}

/** The code of SQLite or the system, also inside an error of Prisma and its adapter (7.10). */
export function codeOf(cause: unknown): string {
  const { code, errcode, meta } = (cause ?? {}) as {
    code?: unknown;
    errcode?: number;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return String(
    meta?.driverAdapterError?.cause?.originalCode ?? (errcode && numbered[errcode & 0xff]) ?? code,
  );
}

/** node:sqlite has numbers for names. */
const numbered: Record<number, string> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};
