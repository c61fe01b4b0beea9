import { realpathSync, type Stats, statSync } from 'node:fs';
import type { StoreError } from '@plant-store/schema/errors';
import { unavailable } from '../../core/unavailable.ts';
import { diskFaultKind } from '../../files/fault.ts';
import { isEmpty } from './log-file.ts';

export type FileWatch = ReturnType<typeof watchFiles>;

export type OpenedFiles = Record<'database' | 'log', { ino: number; dev: number } | undefined>;

export type FileProblem = { problem: string; remedy: string; isDisplaced: boolean; cause?: unknown };

/** SQLite would still write to deleted or replaced files, and lose those writes. @param known files opened before */
export function watchFiles(path: string, known?: OpenedFiles) {
  // The log, with the newest rows, is next to the target of a link.
  const log = `${realpathSync(path)}-wal`;
  const opened = known ?? { database: numbersOf(path), log: numbersOf(log) };
  function examine(): FileProblem | undefined {
    const database = statusOf(path);
    if (!isSame(database, opened.database)) return database ? replaced : gone;
    if (!isSame(statusOf(log), opened.log)) return logGone;
    if (database && isEmpty(database)) return emptied;
    // The open file accepts writes although its owner has removed the write permission.
    return database && (database.mode & anyWrite) === 0 ? readOnly : undefined;
  }

  return {
    opened,
    fault(): FileProblem | undefined {
      try {
        return examine();
      } catch (cause) {
        // A thrown error would be reported as a fault of the write.
        return { ...(diskFaultKind(cause) === 'failing' ? unreadable : denied), cause };
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

/** The system does not reuse the number of an open file. */
const isSame = (one: Stats | undefined, other: OpenedFiles['log']) =>
  one?.ino === other?.ino && one?.dev === other?.dev;

const gone: FileProblem = {
  problem: 'the file of the database was moved or deleted while the store was running',
  remedy: 'put it back, or restore a backup and restart the store',
  isDisplaced: true,
};
const replaced: FileProblem = {
  problem: 'the file of the database was replaced while the store was running',
  remedy: 'restart the store to use the new file, or put the former file back',
  isDisplaced: true,
};
const logGone: FileProblem = {
  problem: 'the log beside the database was moved or deleted while the store was running',
  remedy: 'restart the store',
  isDisplaced: true,
};
const emptied: FileProblem = {
  problem: 'the file of the database was emptied while the store was running',
  // A stop moves the log into this file, which loses its writes.
  remedy: 'copy its log (-wal) away, then stop the store and restore a backup',
  isDisplaced: false,
};
const readOnly: FileProblem = {
  problem: 'the file of the database was made read-only',
  remedy: 'make it writable again, then try again',
  isDisplaced: false,
};

const denied: FileProblem = {
  problem: 'the system denies access to the files of the database',
  remedy: 'give the user of the store access to their folder, then try again',
  isDisplaced: true,
};
const unreadable: FileProblem = {
  problem: 'the folder of the database cannot be read',
  remedy: 'check its disk, then try again',
  isDisplaced: true,
};

export const fileFault = ({ problem, remedy, cause }: FileProblem, stored: string): StoreError =>
  unavailable(`${problem}; ${stored}, ${remedy}`, cause);

/** @throws StoreError when the files are not in place; then the log is saved first */
export function assertInPlace(files: FileWatch, log: { save(): void }, stored: string) {
  const found = files.fault();
  if (found?.isDisplaced) log.save();
  if (found) throw fileFault(found, stored);
}
