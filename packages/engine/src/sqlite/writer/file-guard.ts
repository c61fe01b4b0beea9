import { type FileWatch, fileFault } from '../file/file-watch.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export type FileGuard = ReturnType<typeof createFileGuard>;

/** Refuses writes to a moved or deleted file, and moves the log into it: SQLite would use it for another file here. */
export function createFileGuard(files: FileWatch, log: WriteAheadLog) {
  let isLogSaved = false;

  function examine() {
    const found = files.fault();
    if (!found?.isDisplaced) isLogSaved = false;
    else if (!isLogSaved) isLogSaved = log.empty();
    return found;
  }

  /** @param stored such as "nothing was stored" @throws StoreError when the files are not in place */
  function assert(stored: string) {
    const found = examine();
    if (found) throw fileFault(found, stored);
  }

  /** Called after a commit. @throws StoreError when the files are not in place, as the write may be lost */
  function confirm() {
    const found = examine();
    if (found?.isDisplaced) throw fileFault(found, 'it may or may not have been stored');
  }

  return {
    assert,
    confirm,
    around<T>(write: () => T): T {
      assert('nothing was stored');
      const result = write();
      confirm();
      return result;
    },
    save: () => void examine(),
  };
}
