import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import SqliteConnection from 'better-sqlite3';
import { runTransaction, type TransactingClient } from '../core/prisma.ts';
import type { OnProgress } from '../core/progress.ts';
import { runSteps, type Statement, type Steps } from '../core/sql.ts';
import type { Store, Transact } from '../core/store.ts';
import type { UnitOfWork, WorkOptions } from '../core/unit-of-work.ts';
import { inodeOf, resolveLinks } from '../files/file-identity.ts';
import { exposureOf } from '../files/private-file.ts';
import { startErrorOf } from '../files/start-errors.ts';
import { createSemaphore } from '../threads/semaphore.ts';
import { createQueryRunner, queryOf } from './connection/prepared-statements.ts';
import { rememberFailedRead } from './failed-read.ts';
import { watchFiles } from './file/file-watch.ts';
import { readOnlyText } from './file/seal.ts';
import { prepareSqliteFile } from './file/store-file.ts';
import type { FileParts } from './file/usable-file.ts';
import { createHealthCheck } from './health.ts';
import { driverAdapter } from './prisma-adapter.ts';
import { createLongReader } from './reader/long-reader.ts';
import { createReader } from './reader/reader.ts';
import { createStagedWorkRunner } from './staged-work.ts';
import { startWriter, type Writer } from './writer/writer.ts';

export type SqliteParts<Client> = {
  files: FileParts;
  prepare(path: string, onProgress: OnProgress): Promise<void>;
  threads: string;
  healthReads: string[];
  /** Makes the Prisma Client, with the extension `faultUnpacking`. */
  createClient(adapter: SqlDriverAdapterFactory): Client;
};

/** Opens the store in the file at `path`; creates and migrates it as needed. @throws StartError */
export async function openSqlite<Transaction, Client extends TransactingClient<Transaction>>(
  path: string,
  parts: SqliteParts<Client>,
  onProgress: OnProgress,
) {
  const file = await prepareSqliteFile(path, parts.files);
  const ignoreIfReplaced = (cause: unknown) => {
    if (inodeOf(path) === file) throw cause;
  };
  try {
    await parts.prepare(path, onProgress).catch(ignoreIfReplaced);
    const writer = await startWriter(path, parts.threads).catch(ignoreIfReplaced);
    if (writer && inodeOf(path) === file) return createStore<Transaction, Client>(path, file, writer, parts);
    await writer?.close();
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
  // A restore has replaced the file.
  return openSqlite<Transaction, Client>(path, parts, onProgress);
}

/** Opens the read connection. In WAL mode readers never wait. */
function connectForReads(path: string) {
  const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.prepare('SELECT 1 FROM sqlite_schema').get();
  return connection;
}

function createStore<Transaction, Client extends TransactingClient<Transaction>>(
  path: string,
  file: bigint,
  writer: Writer,
  { files: { stagingWord }, threads, healthReads, createClient }: SqliteParts<Client>,
) {
  const connection = connectForReads(path);
  const files = watchFiles(path, writer.opened);
  // Up to two sources are read at the same time, each in a thread of about 50 MB. Only one is stored at a time.
  const sources = createSemaphore(2);
  const longWork = createSemaphore(1);
  const runStaged = createStagedWorkRunner({ path, stagingWord, files, writer, semaphore: longWork });
  const { run: runQuery, isRead } = createQueryRunner(connection);
  const { run, watch, repeat: repeatFailedRead } = rememberFailedRead(runQuery);
  const reader = createReader();
  const longReaders: ReturnType<typeof createLongReader>[] = [];
  const rowsOf = (statement: Statement) => run(queryOf(statement)) as unknown[];
  const prisma = createClient(
    driverAdapter({
      // Equal statements are one caller, so that a frequent short read does not wait for a series of slow ones.
      read: (query, shape) => reader.read(() => run(query, shape), query.sql),
      isRead,
      writer,
    }),
  );
  const readOnlyReason = readOnlyText(connection);
  const exposure = exposureOf(path);
  const store: Store<Client, Transaction> = {
    engine: 'sqlite',
    ...(readOnlyReason ? { readOnlyReason } : {}),
    ...(exposure ? { warning: exposure } : {}),
    prisma,
    transaction: (work) => runTransaction(prisma, work),
    query: (statement) => reader.read(() => rowsOf(statement)) as Promise<never[]>,
    transact: (<Input, Result>(
      unit: UnitOfWork<Input, Result>,
      input: Input,
      options?: WorkOptions & { long: true },
    ) =>
      options
        ? longWork.run(() => writer.longWork(unit, input, options), options)
        : writer.transact(unit, input)) as Transact,
    // A link to the file may be on another disk.
    check: createHealthCheck({
      ...{ path: resolveLinks(path), connection, files, writer, repeatFailedRead, reads: healthReads },
    }),
    monitor: {
      queued: writer.queued,
      shed: writer.shed,
      onCommit: writer.onCommit,
      sizeBytes: async () => files.sizeBytes(),
    },
    close: async () => {
      await sources.ended();
      await longWork.ended();
      await reader.close();
      await Promise.all(longReaders.map((one) => one.close()));
      // The last connection moves the log into the database. A read-only connection cannot, so this one closes first.
      connection.close();
      await writer.close();
    },
  };
  return {
    store,
    read: <Result>(steps: () => Steps<Result>, caller?: string): Promise<Result> =>
      reader.read(() => runSteps(steps(), rowsOf), caller),
    openLongReader(placesMax: number) {
      const longReader = createLongReader(path, file, threads, placesMax);
      longReaders.push(longReader);
      return watch(longReader.read);
    },
    runStaged: <Result>(
      script: URL,
      source: AsyncIterable<Uint8Array>,
      input: unknown,
      options: WorkOptions,
    ): Promise<Result> => sources.run(() => runStaged<Result>(script, source, input, options), options),
    wakeBackground: writer.wakeBackground,
  };
}
