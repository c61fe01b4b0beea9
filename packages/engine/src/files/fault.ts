import type { StoreError } from '@plant-store/schema/errors';
import { unavailable } from '../core/unavailable.ts';

type Fault =
  | ('locked' | 'full' | 'unconfirmed' | 'damaged' | 'failing' | 'read-only' | 'altered')
  | ('crowded' | 'out of memory' | 'held' | 'denied' | 'unusable');

/** Fault kinds by the result codes of SQLite (sqlite.org/rescode.html) and the system; the first match counts. */
const kinds: [code: RegExp, kind: Fault][] = [
  [/^SQLITE_(BUSY|PROTOCOL)/, 'locked'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(EMFILE|ENFILE)$/, 'crowded'],
  // EAGAIN: the system starts no more threads.
  [/^(SQLITE_(IOERR_)?NOMEM|ENOMEM|EAGAIN)$/, 'out of memory'],
  [/^SQLITE_IOERR_(DIR_)?FSYNC/, 'unconfirmed'],
  // CORRUPTFS: the disk does not return the written data.
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS|IOERR_DATA)/, 'damaged'],
  // A server of files that is gone gives the others.
  [/^(SQLITE_IOERR|E(IO|STALE|NXIO|NODEV|REMOTEIO|UCLEAN|BADMSG)$)/, 'failing'],
  [/^(SQLITE_(READONLY|PERM|AUTH)|EROFS$)/, 'read-only'],
  [/^(EBUSY|ETXTBSY)$/, 'held'],
  [/^(EACCES|EPERM)$/, 'denied'],
  // SQLite keeps the system's error to itself. The others are all errors except those of connections.
  [/^(SQLITE_CANTOPEN|E(?!CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND)[A-Z]+$)/, 'unusable'],
];

/** A duplicate in the column `key`, as `table.column`, means that another program has written to the journal. */
type Journal = { key: string; name: string; remedy: string };

let journal: Journal | undefined;
/** Says how the program's journal is called in messages. Each thread that writes to the store declares it. */
export const declareJournal = (declared: Journal) => {
  journal = declared;
};

export function diskFaultKind(cause: unknown): Fault | undefined {
  const code = errorCode(cause);
  if (journal && /^SQLITE_CONSTRAINT/.test(code) && String(cause).includes(journal.key)) return 'altered';
  return kinds.find(([pattern]) => pattern.test(code))?.[1];
}

/** The time for which opening a store waits for a lock, in milliseconds. */
export const lockTimeoutMs = 10_000;

export const isLocked = (cause: unknown): boolean => diskFaultKind(cause) === 'locked';

const nothing = 'nothing was stored, ';

const faultTexts: Record<Exclude<Fault, 'locked' | 'altered'>, string> = {
  full: `the disk of the database is full; ${nothing}free some space, then try again`,
  // The commit is in the log, but perhaps not on disk. The next commit overwrites it.
  unconfirmed:
    'the disk did not confirm the write, so it may or may not have been stored; ' +
    'read it before you try again, and check the disk',
  damaged:
    'the database cannot be read: it or its disk is damaged; check the disk, and if the disk is fine, ' +
    'stop the store and restore a backup',
  failing: `the disk of the database fails, or its quota is used up; ${nothing}check the disk, then try again`,
  'read-only': `the database has become read-only; ${nothing}make its file and disk writable, then try again`,
  crowded: `the store has no open file left; ${nothing}try again later, and raise the limit of open files (ulimit -n)`,
  'out of memory': `the system has no memory or thread left for this; ${nothing}try again later, and end other programs or add memory`,
  held: `another program holds a file of the database; ${nothing}end that program, then try again`,
  denied: `the store may not use a file of its database; ${nothing}give the user of the store access to its folder, then try again`,
  unusable: `a file beside the database cannot be used; ${nothing}check its folder, the rights of the store's user and the limit of open files, then try again`,
};

const faultText = (kind: Exclude<Fault, 'locked'>): string =>
  kind === 'altered' ? `${alteredText()}; ${nothing}${journal?.remedy}` : faultTexts[kind];

/** @param of the store or the backup whose journal it is */
export const alteredText = (of = ''): string =>
  `another program has written to the ${journal?.name}${of}, so it cannot continue`;

/** The error for callers about a fault of the disk or the files; `undefined` for a lock or any other error. */
export function diskFaultOf(cause: unknown): StoreError | undefined {
  const kind = diskFaultKind(cause);
  return kind && kind !== 'locked' ? unavailable(faultText(kind), cause) : undefined;
}

export const lockedByOther = (cause: unknown): StoreError =>
  unavailable(
    'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
    cause,
  );

export function diskReadFaultOf(cause: unknown): StoreError | undefined {
  const kind = diskFaultKind(cause);
  if (kind === 'locked')
    return unavailable('the store is busy with another program; try again in a few seconds', cause);
  if (!kind || kind === 'damaged') return diskFaultOf(cause);
  const text = isOfDisk.has(kind)
    ? 'the disk of the database cannot be read; check it, then try again'
    : faultText(kind).replace(nothing, '');
  return unavailable(text, cause);
}

const isOfDisk = new Set<Fault>(['full', 'unconfirmed', 'failing', 'read-only']);

export function withReadFaults<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw diskReadFaultOf(cause) ?? cause;
  }
}

/** The code of SQLite or the system, which may be inside an error of Prisma and its adapter (7.10). */
export function errorCode(cause: unknown): string {
  const { code, errcode, meta, message } = (cause ?? {}) as {
    code?: unknown;
    message?: unknown;
    errcode?: number;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  // better-sqlite3 (13.2) gives no code if it sees no folder, as without the right to look there.
  if (message === 'Cannot open database because the directory does not exist') return 'SQLITE_CANTOPEN';
  // Node names the reason why a thread did not start only in the message.
  if (code === 'ERR_WORKER_INIT_FAILED') return String(message).split(' ').at(-1) ?? code;
  return String(
    meta?.driverAdapterError?.cause?.originalCode ?? (errcode && codesByNumber[errcode & 0xff]) ?? code,
  );
}

const codesByNumber: Record<number, string> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};
