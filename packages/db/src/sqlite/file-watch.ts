import { realpathSync, type Stats, statSync } from 'node:fs';
import type { StoreError } from '@plant-store/schema/plain';
import { unavailable } from '../engine/unavailable.ts';

export type FileWatch = {
  /** Which files those are. */
  readonly opened: OpenedFiles;
  /** What keeps the store from writing into its files; nothing while they are those that were opened. */
  fault(): FileFault | undefined;
  sizeBytes(): number;
};

/** The database and its log, as the system numbers them. */
export type OpenedFiles = Record<'database' | 'log', { ino: number; dev: number } | undefined>;

/** What has become of the files, what to do about it, and whether what is written now could be gone. */
export type FileFault = { what: string; way: string; isDisplaced: boolean; cause?: unknown };

/**
 * Watches over the database and its write-ahead log: SQLite goes on writing into a file that was deleted or replaced,
 * and everything that is acknowledged then would be gone with the process. Both must be there when the watch begins.
 * @param known which files they are, where they were opened before
 */
export function watchFiles(path: string, known?: OpenedFiles): FileWatch {
  // SQLite keeps the log beside the file itself, wherever a link to it is. The newest plants are in it alone.
  const log = `${realpathSync(path)}-wal`;
  const opened = known ?? { database: numbersOf(path), log: numbersOf(log) };
  function look(): FileFault | undefined {
    const database = statusOf(path);
    if (!isSame(database, opened.database)) return database ? replaced : gone;
    if (!isSame(statusOf(log), opened.log)) return logGone;
    // What was opened before can still be written to, but its owner does not want that.
    return database && (database.mode & anyWrite) === 0 ? readOnly : undefined;
  }

  return {
    opened,
    fault() {
      try {
        return look();
      } catch (cause) {
        // Not thrown on: it would be taken for a fault of the write, which may have been made.
        return { ...unseen, cause };
      }
    },
    sizeBytes: () => (statusOf(path)?.size ?? 0) + (statusOf(log)?.size ?? 0),
  };
}

const anyWrite = 0o222;

const statusOf = (name: string) => statSync(name, { throwIfNoEntry: false });

function numbersOf(name: string): OpenedFiles['log'] {
  const status = statusOf(name);
  return status && { ino: status.ino, dev: status.dev };
}

/** An open file keeps its number for itself, deleted or not. */
const isSame = (one: Stats | undefined, other: OpenedFiles['log']) =>
  one?.ino === other?.ino && one?.dev === other?.dev;

const gone: FileFault = {
  what: 'the file of the database was moved or deleted while the store was running',
  way: 'put it back, or put a backup in its place and restart the store',
  isDisplaced: true,
};
const replaced: FileFault = {
  what: 'the file of the database was replaced while the store was running',
  way: 'restart the store to go on with what is there now, or put back the file that was there',
  isDisplaced: true,
};
const logGone: FileFault = {
  what: 'the log beside the database was moved or deleted while the store was running',
  way: 'restart the store',
  isDisplaced: true,
};
const readOnly: FileFault = {
  what: 'the file of the database was made read-only',
  way: 'make it writable again, then try again',
  isDisplaced: false,
};

const unseen: FileFault = {
  what: 'the system does not let the files of the database be looked at',
  way: 'give their folder to the user who runs the store, then try again',
  isDisplaced: true,
};

/** The same for callers; `stored` says what became of what they asked for. */
export const fileFault = ({ what, way, cause }: FileFault, stored: string): StoreError =>
  unavailable(`${what}; ${stored}, ${way}`, cause);

/** @throws StoreError when the files are not in place; what is in the log alone is saved then */
export function assertInPlace(files: FileWatch, saver: { save(): void }, stored: string) {
  const found = files.fault();
  if (found?.isDisplaced) saver.save();
  if (found) throw fileFault(found, stored);
}
