import { chmodSync, statSync } from 'node:fs';
import { errorCode } from './fault.ts';
import { resolveLinks } from './file-identity.ts';

const anyOther = 0o077;

/** Makes the database and its other files readable for the owner alone. `exposureOf` reports a failure. */
export function makePrivate(path: string) {
  for (const file of exposedFiles(path)) {
    try {
      chmodSync(file, modeOf(file) & ~anyOther);
    } catch (cause) {
      // SQLite removes a log when its store is closed.
      if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(errorCode(cause))) throw cause;
    }
  }
}

export function exposureOf(path: string): string | undefined {
  const files = exposedFiles(path);
  if (files.length === 0) return undefined;
  return `other users can read or write ${files.join(', ')}, which contains hashes of tokens and passwords, and this user cannot change that; run "chmod go=" on it as the owner, or put the store on a disk that supports permissions`;
}

const exposedFiles = (path: string): string[] =>
  ['', '-wal', '-shm', '-journal']
    .map((suffix) => resolveLinks(path) + suffix)
    .filter((file) => (modeOf(file) & anyOther) !== 0);

function modeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.mode & 0o7777 : 0;
}
