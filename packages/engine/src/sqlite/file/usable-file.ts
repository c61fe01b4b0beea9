import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SqliteConnection, { type Database } from 'better-sqlite3';
import { StartError } from '../../core/start-error.ts';
import { scratchName } from '../../files/durable-file.ts';
import { inodeOf, resolveLinks } from '../../files/file-identity.ts';
import { assertLogIsComplete, assertLogIsSafe, fileAt, isEmpty } from './log-file.ts';

export type FileParts = {
  /** The folder of the migrations. */
  migrations: string;
  /** Names of what the program keeps beside a store: an empty file beside one of them has lost its content. */
  companions: string[];
  /** The word in the names of staging files, which are beside the store too. */
  stagingWord: string;
};

/** Restores keep the former store under names that begin so. */
export const formerName = (path: string): string => `${path}.before-restore-`;

/** Asserts that the store at `path` is whole, and can be written. @throws StartError; the files are unchanged */
export function assertUsable(path: string, parts: FileParts) {
  assertWhole(path, parts);
  const database = fileAt(path);
  if (database && (database.mode & 0o222) === 0)
    throw new StartError(
      `DATABASE_URL: ${path} is read-only; make it writable (chmod u+w), then start again.`,
    );
}

/** Asserts that a file is missing or whole, and that SQLite finds its log. @throws StartError; nothing is changed */
export function assertWhole(path: string, { companions }: FileParts) {
  assertLogIsSafe(path);
  assertLogIsComplete(path);
  const place = resolveLinks(path);
  const database = fileAt(path);
  const signs = [`${place}-wal`, ...companions.map((name) => join(dirname(path), name))];
  const found = signs.filter(existsSync);
  // Without a file, only a link says that there was one, perhaps on a disk that is not mounted.
  const isLost = database ? isEmpty(database) : place !== path && isLink(path);
  if (isLost && found.length > 0)
    throw new StartError(
      `DATABASE_URL: ${path} ${database ? 'is empty' : `leads to ${place}, which is missing`}, but ${found.join(' and ')} beside it ${found.length === 1 ? 'is' : 'are'} of a store. ` +
        `Restore a backup ("npm run backup -- list" lists them); for a new store, move them and ${path} away, then start again.`,
    );
  if (database && database.nlink - namesOfKilledRestore(place).length > 1)
    throw new StartError(
      `DATABASE_URL: ${path} has several names (hard links), and SQLite keeps the last writes beside one of them only. ` +
        `Remove the others (find / -xdev -samefile ${path}), then try again; "npm run backup" makes copies.`,
    );
}

/** The names of the file at `path`, besides this one, that a killed restore left: as the former store, or as a draft. */
export function namesOfKilledRestore(path: string): string[] {
  const file = inodeOf(path);
  const folder = dirname(path);
  const beginnings = [basename(formerName(path)), scratchName];
  return readdirSync(folder)
    .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
    .map((name) => join(folder, name))
    .filter((name) => inodeOf(name) === file);
}

/** Asserts that the file has all pages of its database. SQLite reads a missing part of the last page as zeros. */
export function assertComplete(connection: Database, path: string) {
  const [pages, pageSize] = ['page_count', 'page_size'].map((name) =>
    connection.pragma(name, { simple: true }),
  );
  // A log contains the rest. Another process may move it into the file at this moment, so it is looked at first.
  if (fileAt(`${resolveLinks(path)}-wal`)?.size) return;
  const size = fileAt(path)?.size;
  // Within a transaction an empty file has a page already.
  if (!size) return;
  if (Number(pages) * Number(pageSize) > size)
    throw new SqliteConnection.SqliteError('the last page is cut short', 'SQLITE_CORRUPT');
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
