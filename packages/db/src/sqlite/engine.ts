import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type SqliteConnection from 'better-sqlite3';
import { PrismaClient } from '../../generated/sqlite/client/client.ts';
import type { Database } from '../database.ts';
import { fileAt } from '../file-identity.ts';
import { StartError } from '../start-error.ts';
import { createBatches } from './batch.ts';
import { preparer } from './connection.ts';
import { checkFault, isLocked } from './fault.ts';
import { prepareSqliteFile, startErrorOf } from './file.ts';
import { watchFiles } from './file-watch.ts';
import { guarded } from './guarded.ts';
import { createHealth } from './health.ts';
import { createPlacement } from './placement.ts';
import { sealOf, sealText } from './seal.ts';
import { createLog } from './write-ahead-log.ts';
import { createWriter } from './writer.ts';

/** How long connecting waits for another process that is opening or closing the same store. */
const connectTimeoutMs = 10_000;

/** Opens the store in the file at `path`; `openDatabase` says the rest. */
export async function openSqlite(path: string): Promise<Database> {
  const file = prepareSqliteFile(path);
  const adapter = new DurableSqlite({ url: `file:${path}`, timeout: connectTimeoutMs });
  // The other error formats read the source again for every error, and put it, with its values, into the message.
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });
  try {
    await prisma.$connect();
    if (fileAt(path) === file) return assemble(path, prisma, adapter.connection);
  } catch (cause) {
    await prisma.$disconnect();
    throw startErrorOf(cause, path);
  }
  // A restore put another file in its place in between, which is to be prepared as well.
  await prisma.$disconnect();
  return openSqlite(path);
}

function assemble(path: string, prisma: PrismaClient, connection: SqliteConnection.Database): Database {
  assertDurable(connection);
  const log = createLog(connection);
  // What a start after a crash finds in the log may be in the system's memory alone; in the database it is on disk.
  log.empty();
  log.check();
  assertWritable(connection);
  const files = watchFiles(path);
  const placement = createPlacement(files, log);
  const writer = createWriter(createBatches(connection, placement));
  writer.onCommit(log.grew);
  const prepared = preparer(connection);
  const seal = sealOf(connection);
  return {
    engine: 'sqlite',
    ...(seal ? { readOnlyBecause: sealText(seal) } : {}),
    prisma: guarded(prisma),
    query: async (statement) => checkFault(() => prepared(statement)) as never[],
    execute: (statement) => writer.write(statement) as Promise<never[]>,
    check: createHealth({ path, connection, placement, writer, log }),
    monitor: {
      queued: writer.queued,
      shed: writer.shed,
      onCommit: writer.onCommit,
      sizeBytes: async () => files.sizeBytes(),
    },
    close: async () => {
      await writer.close();
      placement.save();
      await log.close(() => prisma.$disconnect());
    },
  };
}

/** Prisma's adapter, which lets go of its connection: what must be fast goes down to it directly. */
class DurableSqlite extends PrismaBetterSqlite3 {
  #connection: SqliteConnection.Database | undefined;

  get connection(): SqliteConnection.Database {
    if (!this.#connection) throw new Error('Prisma has not connected yet');
    return this.#connection;
  }

  /**
   * better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut: FULL, every time.
   * Once connected, SQLite does not wait for another process's lock: that would block every request (see writer.ts).
   */
  override async connect() {
    const adapter = await super.connect();
    await adapter.executeScript(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;',
    );
    // Kept there by the adapter (7.10), though its types do not say so.
    this.#connection = (adapter as unknown as { client: SqliteConnection.Database }).client;
    return adapter;
  }
}

/** SQLite opens a file that this user may not write to all the same, and tells the first who writes. */
function assertWritable(connection: SqliteConnection.Database) {
  try {
    connection.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
  } catch (cause) {
    // Whoever has the lock gives it back.
    if (!isLocked(cause)) throw cause;
  }
}

function assertDurable(connection: SqliteConnection.Database) {
  const journal = connection.pragma('journal_mode', { simple: true });
  const sync = connection.pragma('synchronous', { simple: true });
  if (journal === 'wal' && Number(sync) === 2) return;
  throw new StartError(
    `DATABASE_URL: the database runs with journal_mode=${journal} and synchronous=${sync}, ` +
      'where a power cut could lose plants that were acknowledged; put it on a local disk that supports WAL.',
  );
}
