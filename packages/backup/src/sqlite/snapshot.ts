import {
  inodeOf,
  lockTimeoutMs,
  makePrivate,
  type OnProgress,
  StartError,
  startErrorOf,
} from '@plant-store/engine';
import {
  assertComplete,
  assertWhole,
  type FileParts,
  sealOf,
  withSqlite,
} from '@plant-store/engine/sqlite/file';
import SqliteConnection, { type Database } from 'better-sqlite3';
import type { Snapshot } from '../backup/backup-engine.ts';
import { contentOf, presentTables } from '../backup/content.ts';
import type { StoreParts } from '../backup/store-parts.ts';
import { sqliteContent } from './content.ts';

/** The number of pages per piece: 16 MB. Signals and progress are handled between two pieces. */
const pagesPerPiece = 4096;

/** Not SQLite's online backup, which begins again at each write (sqlite.org/backup.html). @throws StartError */
export async function withSnapshot<T>(
  path: string,
  { tables, files }: StoreParts,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const source = open(path, files);
  try {
    source.exec('BEGIN');
    assertStillHere(source, path);
    const bytes = number(source, 'page_count') * number(source, 'page_size');
    const takenAt = new Date();
    return await use({
      takenAt,
      requiredBytes: bytes * 2,
      copyTo: (to, onProgress) => copy(source, to, onProgress),
      content: async (onProgress) => {
        const found = sqliteContent(source);
        const present = await presentTables(found, tables);
        const content = await contentOf(found, present, 'reading the store', onProgress);
        // The end of the transaction lets SQLite reuse the log.
        source.exec('COMMIT');
        return content;
      },
    });
  } catch (cause) {
    throw startErrorOf(cause, path);
  } finally {
    source.close();
  }
}

async function copy(source: Database, to: string, onProgress: OnProgress) {
  const pageSize = number(source, 'page_size');
  await source.backup(to, {
    progress: ({ totalPages, remainingPages }) => {
      const done = (totalPages - remainingPages) * pageSize;
      onProgress({ doing: 'copying', done, total: totalPages * pageSize, unit: 'bytes' });
      return pagesPerPiece;
    },
  });
  // In WAL mode a reader would add two files.
  await withSqlite(to, {}, (target) => void target.pragma('journal_mode = DELETE'));
}

function open(path: string, files: FileParts): Database {
  for (;;) {
    let connection: Database | undefined;
    try {
      const file = inodeOf(path);
      if (!file) throw new StartError(`There is no store at ${path} yet; "npm start" creates one.`);
      assertWhole(path, files);
      // This waits for a process that opens or closes the store, not for writers.
      connection = new SqliteConnection(path, { fileMustExist: true, timeout: lockTimeoutMs });
      connection.pragma('query_only = ON');
      connection.pragma('synchronous = FULL');
      const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
      if (!tables.includes('_prisma_migrations'))
        throw new StartError(`${path} is not a plant store; nothing was done.`);
      assertComplete(connection, path);
      // A restore may have replaced the file by one with too many permissions.
      makePrivate(path);
      if (file === inodeOf(path)) return connection;
      connection.close();
    } catch (cause) {
      connection?.close();
      throw startErrorOf(cause, path);
    }
  }
}

/** Refuses a store that has moved: it gets no more changes, so its backups would soon be outdated. */
function assertStillHere(source: Database, path: string) {
  const seal = sealOf(source);
  if (seal?.state !== 'moved') return;
  throw new StartError(
    `The store at ${path} has moved to the database ${seal.to}, and this file lacks all changes made there since; ` +
      'set DATABASE_URL to that database to back it up. Nothing was done.',
  );
}

const number = (connection: Database, name: string) => Number(connection.pragma(name, { simple: true }));
