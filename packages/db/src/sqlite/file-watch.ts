import { statSync } from 'node:fs';
import { unavailable } from '../unavailable.ts';

export type FileWatch = {
  /** @throws StoreError when the store's files are no longer those that were opened. */
  assertInPlace(): void;
  sizeBytes(): number;
};

/**
 * Watches over the database and its write-ahead log: SQLite goes on writing into a file that was deleted or replaced,
 * and everything that is acknowledged then would be gone with the process.
 */
export function watchFiles(path: string): FileWatch {
  // The log is as much the store as the database is: the newest plants are in it alone.
  const files = [path, `${path}-wal`].map((name) => ({ name, inode: inodeOf(name) }));
  return {
    assertInPlace() {
      for (const file of files) {
        const inode = inodeOf(file.name);
        // The log is made at the first write.
        file.inode ??= inode;
        if (inode !== file.inode)
          throw unavailable(
            'the file of the database was moved, deleted or replaced while the store was running; ' +
              'put it back, or restart the store to go on with what is there now',
          );
      }
    },
    sizeBytes: () =>
      files.reduce((sum, { name }) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0),
  };
}

/** Unique on its device, and a device is not swapped for another under an open file. */
const inodeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.ino;
