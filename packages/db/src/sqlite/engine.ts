import type SqliteConnection from 'better-sqlite3';
import type { Answer } from '../catalogue/asked.ts';
import type { Database } from '../database.ts';
import type { Imported } from '../import/imported.ts';
import type { OnProgress } from '../progress.ts';
import { createFinder } from '../sqlite-find/finder.ts';
import { createLearner } from '../sqlite-find/learner.ts';
import { StartError } from '../start-error.ts';
import { createTurns } from '../thread/turns.ts';
import { createBatches } from './batch.ts';
import { checkFault, isLocked } from './fault.ts';
import { prepareSqliteFile } from './file.ts';
import { behindLinks, fileAt } from './file-identity.ts';
import { watchFiles } from './file-watch.ts';
import { createHealth } from './health.ts';
import { createLongReader } from './long-reader.ts';
import { createPlacement } from './placement.ts';
import { preparer } from './prepared-statements.ts';
import { type Connected, connectPrisma } from './prisma.ts';
import { exposureOf } from './private-file.ts';
import { startErrorOf } from './problem.ts';
import { createReader } from './reader.ts';
import { readOnlyText } from './seal.ts';
import { prepareSearch } from './search-start.ts';
import { createThreads } from './threads.ts';
import { createLog } from './write-ahead-log.ts';
import { createWriter } from './writer.ts';

/** Opens the store in the file at `path`; `openDatabase` says the rest. */
export async function openSqlite(path: string, onProgress: OnProgress): Promise<Database> {
  const file = await prepareSqliteFile(path);
  let connected: Connected | undefined;
  try {
    await prepareSearch(path, onProgress).catch((cause: unknown) => {
      if (fileAt(path) === file) throw cause;
    });
    connected = await connectPrisma(path);
    if (fileAt(path) === file) return assemble(path, file, connected);
  } catch (cause) {
    await connected?.disconnect();
    throw startErrorOf(cause, path);
  }
  // A restore put another file in its place in between, which is to be prepared as well.
  await connected.disconnect();
  return openSqlite(path, onProgress);
}

const importThread = new URL('./import-thread.ts', import.meta.url);

function assemble(path: string, file: bigint, { prisma, connection, disconnect }: Connected): Database {
  assertDurable(connection);
  const log = createLog(connection);
  // What a start after a crash finds in the log may be in the system's memory alone; in the database it is on disk.
  log.empty();
  log.check();
  assertWritable(connection);
  const files = watchFiles(path);
  const placement = createPlacement(files, log);
  const batches = createBatches(connection, placement);
  const writer = createWriter(batches);
  writer.onCommit(log.grew);
  const threads = createThreads({ path, files, placement, writer, log });
  const workTurns = createTurns();
  const importTurns = createTurns();
  const prepared = preparer(connection);
  const reader = createReader((statement) => checkFault(() => prepared(statement)));
  const longReader = createLongReader(path, file);
  const learner = createLearner(writer, batches, connection);
  const readOnlyBecause = readOnlyText(connection);
  const exposure = exposureOf(path);
  return {
    engine: 'sqlite',
    ...(readOnlyBecause ? { readOnlyBecause } : {}),
    ...(exposure ? { exposure } : {}),
    prisma,
    query: (statement) => reader.read(statement) as Promise<never[]>,
    execute: (statement, event) => writer.write(event ? { statement, event } : statement) as Promise<never[]>,
    transact: (unit) => writer.write(unit) as Promise<never>,
    work: (work, input, wanted = {}) => workTurns.take(() => threads.work(work, input, wanted), wanted),
    importFile: (source, input, wanted) =>
      importTurns.take(
        () => threads.run<Answer<Imported>>(importThread, { input }, { ...wanted, source }),
        wanted,
      ),
    find: createFinder(reader, longReader, learner),
    // A link may be on another disk, whose space is no matter.
    check: createHealth({ path: behindLinks(path), connection, placement, writer, log }),
    monitor: {
      queued: writer.queued,
      shed: writer.shed,
      onCommit: writer.onCommit,
      sizeBytes: async () => files.sizeBytes(),
    },
    close: async () => {
      await threads.close();
      learner.close();
      await writer.close();
      await reader.close();
      await longReader.close();
      placement.save();
      await log.close(disconnect);
    },
  };
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
