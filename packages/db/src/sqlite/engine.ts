import SqliteConnection from 'better-sqlite3';
import type { OnProgress } from '../core/progress.ts';
import { runSteps, type Statement } from '../core/sql.ts';
import { runTransaction } from '../core/transaction.ts';
import type { Database } from '../engine-interface/database.ts';
import { inodeOf, resolveLinks } from '../files/file-identity.ts';
import { exposureOf } from '../files/private-file.ts';
import { startErrorOf } from '../files/start-errors.ts';
import { createSemaphore } from '../threads/semaphore.ts';
import { createQueryRunner, queryOf } from './connection/prepared-statements.ts';
import { rememberFailedRead } from './failed-read.ts';
import { watchFiles } from './file/file-watch.ts';
import { readOnlyText } from './file/seal.ts';
import { prepareSqliteFile } from './file/store-file.ts';
import { createHealthCheck } from './health.ts';
import { createImporter } from './import-file.ts';
import { createSqlitePrisma } from './prisma-adapter.ts';
import { createLongReader } from './reader/long-reader.ts';
import { createReader } from './reader/reader.ts';
import { createSqliteSearch } from './search/plant-search.ts';
import { prepareWordIndex } from './word-index/search-preparation.ts';
import { startWriter, type Writer } from './writer/writer.ts';

/** The maximum numbers of pending reads: ten seconds with a million plants. */
const places = { pages: 1_000, counts: 50 };

/** Opens the store in the file at `path`; see `openDatabase`. */
export async function openSqlite(path: string, onProgress: OnProgress): Promise<Database> {
  const file = await prepareSqliteFile(path);
  const ignoreIfReplaced = (cause: unknown) => {
    if (inodeOf(path) === file) throw cause;
  };
  try {
    await prepareWordIndex(path, onProgress).catch(ignoreIfReplaced);
    const writer = await startWriter(path).catch(ignoreIfReplaced);
    if (writer && inodeOf(path) === file) return createDatabase(path, file, writer);
    await writer?.close();
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
  // A restore has replaced the file.
  return openSqlite(path, onProgress);
}

/** Opens the read connection. In WAL mode readers never wait. */
function connectForReads(path: string) {
  const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.prepare('SELECT 1 FROM sqlite_schema').get();
  return connection;
}

function createDatabase(path: string, file: bigint, writer: Writer): Database {
  const connection = connectForReads(path);
  const files = watchFiles(path, writer.opened);
  // Up to two files are read at the same time, each in a thread of about 50 MB. Only one is stored at a time.
  const imports = createSemaphore(2);
  const longWork = createSemaphore(1);
  const importFile = createImporter({ path, files, writer, semaphore: longWork });
  const { run: runQuery, isRead } = createQueryRunner(connection);
  const { run, watch, repeat: repeatFailedRead } = rememberFailedRead(runQuery);
  const reader = createReader();
  // A page of a list needs milliseconds, a count up to a second: so no list waits for a count.
  const pages = createLongReader(path, file, places.pages);
  const counts = createLongReader(path, file, places.counts);
  const rowsOf = (statement: Statement) => run(queryOf(statement)) as unknown[];
  const prisma = createSqlitePrisma({
    // Equal statements are one caller, so that the lookup of a token does not wait for the pages of a history.
    read: (query, shape) => reader.read(() => run(query, shape), query.sql),
    isRead,
    writer,
  });
  const readOnlyReason = readOnlyText(connection);
  const exposure = exposureOf(path);
  return {
    engine: 'sqlite',
    ...(readOnlyReason ? { readOnlyReason } : {}),
    ...(exposure ? { exposure } : {}),
    prisma,
    transaction: (work) => runTransaction(prisma, work),
    query: (statement) => reader.read(() => rowsOf(statement)) as Promise<never[]>,
    execute: (statement, event) => writer.write(queryOf(statement), 'rows', event) as Promise<never[]>,
    transact: writer.transact,
    work: (unit, input, options = {}) => longWork.run(() => writer.longWork(unit, input, options), options),
    importFile: (source, input, options) => imports.run(() => importFile(source, input, options), options),
    search: createSqliteSearch(
      (steps, caller) => reader.read(() => runSteps(steps(), rowsOf), caller),
      { pages: watch(pages.read), counts: watch(counts.read) },
      writer,
    ),
    // A link to the file may be on another disk.
    check: createHealthCheck({ path: resolveLinks(path), connection, files, writer, repeatFailedRead }),
    monitor: {
      queued: writer.queued,
      shed: writer.shed,
      onCommit: writer.onCommit,
      sizeBytes: async () => files.sizeBytes(),
    },
    close: async () => {
      await imports.ended();
      await longWork.ended();
      await reader.close();
      await Promise.all([pages.close(), counts.close()]);
      // The last connection moves the log into the database. A read-only connection cannot, so this one closes first.
      connection.close();
      await writer.close();
    },
  };
}
