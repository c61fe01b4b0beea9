import SqliteConnection from 'better-sqlite3';
import type { Answer } from '../catalogue/asked.ts';
import type { Database } from '../database.ts';
import type { Statement } from '../engine/statement.ts';
import { runTransaction } from '../engine/transaction.ts';
import { runSteps } from '../engine/unit.ts';
import type { Imported } from '../import/imported.ts';
import type { OnProgress } from '../progress.ts';
import { createFinder } from '../sqlite-find/finder.ts';
import { startWriter, type Writer } from '../sqlite-write/writer.ts';
import { createTurns } from '../thread/turns.ts';
import { prepareSqliteFile } from './file.ts';
import { behindLinks, fileAt } from './file-identity.ts';
import { watchFiles } from './file-watch.ts';
import { createHealth } from './health.ts';
import { createLongReader } from './long-reader.ts';
import { queryOf, runner } from './prepared-statements.ts';
import { newPrisma } from './prisma.ts';
import { exposureOf } from './private-file.ts';
import { startErrorOf } from './problem.ts';
import { createReader } from './reader.ts';
import { readOnlyText } from './seal.ts';
import { prepareSearch } from './search-start.ts';
import { createThreads } from './threads.ts';

/** Opens the store in the file at `path`; `openDatabase` says the rest. */
export async function openSqlite(path: string, onProgress: OnProgress): Promise<Database> {
  const file = await prepareSqliteFile(path);
  const unlessReplaced = (cause: unknown) => {
    if (fileAt(path) === file) throw cause;
  };
  try {
    await prepareSearch(path, onProgress).catch(unlessReplaced);
    const writer = await startWriter(path).catch(unlessReplaced);
    if (writer && fileAt(path) === file) return assemble(path, file, writer);
    await writer?.close();
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
  // A restore put another file in its place in between, which is to be prepared as well.
  return openSqlite(path, onProgress);
}

const importThread = new URL('./import-thread.ts', import.meta.url);

/** The connection for reads, on which nobody waits: readers never wait for the writer. */
function connectForReads(path: string) {
  const connection = new SqliteConnection(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.prepare('SELECT 1 FROM sqlite_schema').get();
  return connection;
}

function assemble(path: string, file: bigint, writer: Writer): Database {
  const connection = connectForReads(path);
  const files = watchFiles(path, writer.opened);
  const threads = createThreads({ path, files, writer });
  const workTurns = createTurns();
  const importTurns = createTurns();
  const { run, isRead } = runner(connection);
  const reader = createReader();
  const longReader = createLongReader(path, file);
  const rowsOf = (statement: Statement) => run(queryOf(statement)) as unknown[];
  const prisma = newPrisma({ read: (query, shape) => reader.read(() => run(query, shape)), isRead, writer });
  const readOnlyBecause = readOnlyText(connection);
  const exposure = exposureOf(path);
  return {
    engine: 'sqlite',
    ...(readOnlyBecause ? { readOnlyBecause } : {}),
    ...(exposure ? { exposure } : {}),
    prisma,
    transaction: (work) => runTransaction(prisma, work),
    query: (statement) => reader.read(() => rowsOf(statement)) as Promise<never[]>,
    execute: (statement, event) => writer.write(queryOf(statement), 'rows', event) as Promise<never[]>,
    transact: writer.transact,
    work: (work, input, wanted = {}) => workTurns.take(() => threads.work(work, input, wanted), wanted),
    importFile: (source, input, wanted) =>
      importTurns.take(
        () => threads.run<Answer<Imported>>(importThread, { input }, { ...wanted, source }),
        wanted,
      ),
    find: createFinder((steps) => reader.read(() => runSteps(steps(), rowsOf)), longReader, writer),
    // A link may be on another disk, whose space is no matter.
    check: createHealth({ path: behindLinks(path), connection, files, writer }),
    monitor: {
      queued: writer.queued,
      shed: writer.shed,
      onCommit: writer.onCommit,
      sizeBytes: async () => files.sizeBytes(),
    },
    close: async () => {
      await threads.close();
      await reader.close();
      await longReader.close();
      // The last connection moves what is in the log into the database, and this one cannot.
      connection.close();
      await writer.close();
    },
  };
}
