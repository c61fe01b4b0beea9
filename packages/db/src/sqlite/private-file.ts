import { chmodSync, statSync } from 'node:fs';
import { codeOf } from './fault.ts';
import { behindLinks } from './file-identity.ts';

const anyOther = 0o077;

/**
 * Takes the database at `path`, and what SQLite has beside it, from everybody but its owner. To what SQLite makes there
 * later it gives the same mode. What this user cannot change stays as it is; `exposureOf` tells.
 */
export function keepPrivate(path: string) {
  for (const file of exposed(path)) {
    try {
      chmodSync(file, modeOf(file) & ~anyOther);
    } catch (cause) {
      // ENOENT: a log goes when its store is closed.
      if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(codeOf(cause))) throw cause;
    }
  }
}

/** That others than its owner can read the database at `path`, and the way out; nothing where they cannot. */
export function exposureOf(path: string): string | undefined {
  const files = exposed(path);
  if (files.length === 0) return undefined;
  return `others than its owner may read or write ${files.join(', ')}, where the hashes of tokens and passwords are, and this user cannot change that; have the owner run "chmod go=" on it, or put the store on a disk that keeps such rights`;
}

const exposed = (path: string): string[] =>
  ['', '-wal', '-shm', '-journal']
    .map((suffix) => behindLinks(path) + suffix)
    .filter((file) => (modeOf(file) & anyOther) !== 0);

/** The rights on a file; none where there is no file. */
function modeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.mode & 0o7777 : 0;
}
