import { type FileWatch, fileFault } from './file-watch.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export type Placement = {
  /** @throws StoreError when the files of the store are not in place; `stored` says what became of what was asked. */
  assert(stored: string): void;
  /** Is called after a commit. @throws StoreError when the files are not in place: what was written may be lost then. */
  confirm(): void;
  /** Does what writes, between `assert` and `confirm`, and gives what it gives. */
  during<T>(write: () => T): T;
  /** Saves what is in the log alone, if the files were taken away. */
  save(): void;
};

/**
 * Sees to it that nothing is acknowledged which went into files that are not the store's any more. When they were
 * taken away, what is in the log alone is saved into the database, wherever that is now; the log, which SQLite would
 * take for that of another file in the same place, is left empty.
 */
export function createPlacement(files: FileWatch, log: WriteAheadLog): Placement {
  let isSaved = false;

  function look() {
    const found = files.fault();
    if (!found?.isDisplaced) isSaved = false;
    else if (!isSaved) isSaved = log.empty();
    return found;
  }

  function assert(stored: string) {
    const found = look();
    if (found) throw fileFault(found, stored);
  }

  function confirm() {
    const found = look();
    if (found?.isDisplaced) throw fileFault(found, 'it is not certain whether this was stored');
  }

  return {
    assert,
    confirm,
    during(write) {
      assert('nothing was stored');
      const result = write();
      confirm();
      return result;
    },
    save: () => void look(),
  };
}
