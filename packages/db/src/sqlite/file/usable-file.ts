import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../core/start-error.ts';
import { inodeOf, resolveLinks } from '../../files/file-identity.ts';

/** Restores keep the former store under names that begin so. */
export const formerName = (path: string): string => `${path}.before-restore-`;

/** Asserts that the store at `path` is whole, and can be written. @throws StartError; the files are unchanged */
export function assertUsable(path: string) {
  assertWhole(path);
  const database = fileAt(path);
  if (database && (database.mode & 0o222) === 0)
    throw new StartError(
      `DATABASE_URL: ${path} is read-only; make it writable (chmod u+w), then start again.`,
    );
}

/**
 * Asserts that the file at `path` is not the rest of a store, and that SQLite finds its log. The file may be missing.
 * @throws StartError; the files are unchanged
 */
export function assertWhole(path: string) {
  assertLogIsSafe(path);
  const place = resolveLinks(path);
  const database = fileAt(path);
  const signs = [`${place}-wal`, ...['first-token', 'backups'].map((name) => join(dirname(path), name))];
  const found = signs.filter(existsSync);
  if (database?.size === 0 && found.length > 0)
    throw new StartError(
      `DATABASE_URL: ${path} is empty, but ${found.join(' and ')} beside it ${found.length === 1 ? 'is' : 'are'} of a store. ` +
        `Restore a backup ("npm run backup -- list" lists them); for a new store, move them and ${path} away, then start again.`,
    );
  if (database && database.nlink - namesOfKilledRestore(place).length > 1)
    throw new StartError(
      `DATABASE_URL: ${path} has several names (hard links), and SQLite keeps the last writes beside one of them only. ` +
        `Remove the others (find / -xdev -samefile ${path}), then try again; "npm run backup" makes copies.`,
    );
}

/** Asserts that SQLite would not delete a log with content, as it does if the database is empty. @throws StartError */
export function assertLogIsSafe(path: string) {
  const log = `${resolveLinks(path)}-wal`;
  const database = fileAt(path);
  if (!database?.size && fileAt(log)?.size)
    throw new StartError(
      `DATABASE_URL: ${path} is ${database ? 'empty' : 'missing'}, but its log ${log} exists and contains the last writes. ` +
        'Put the file back; if it is lost, move the log away, restore a backup, then start again.',
    );
}

/** The names that a killed restore gave to the file at `path`, besides this one. */
export function namesOfKilledRestore(path: string): string[] {
  const file = inodeOf(path);
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(formerName(path))))
    .map((name) => join(folder, name))
    .filter((name) => inodeOf(name) === file);
}

function fileAt(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found : undefined;
}
