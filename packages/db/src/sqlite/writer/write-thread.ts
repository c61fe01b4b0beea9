import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import { runSteps } from '../../core/sql.ts';
import { StartError } from '../../core/start-error.ts';
import { isLocked } from '../../files/fault.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import { watchFiles } from '../file/file-watch.ts';
import { createIndexUpdater } from '../word-index/index-updates.ts';
import { createFileGuard } from './file-guard.ts';
import { createGroupCommit } from './group-commit.ts';
import { createInbox } from './inbox.ts';
import { createLongWorkRunner } from './long-work.ts';
import type { OpenMessage, Reply, WriterCall, WriterMessage } from './messages.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

// The write thread, with the only connection for writes. It may wait for the disk and for locks, while other threads
// continue.

/** The time of one try to get the write lock. Within it SQLite retries up to ten times a second. */
const lockRetryMs = 100;

const { path } = workerData as { path: string };
const port = parentPort as MessagePort;

function connect() {
  const connection = new SqliteConnection(path, { fileMustExist: true, timeout: lockRetryMs });
  try {
    // better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    assertDurable(connection);
    const log = createWriteAheadLog(connection);
    // After a crash the log may be only in the memory of the system; the database itself is synced.
    log.empty();
    log.check();
    assertWritable(connection);
    return { connection, log, files: watchFiles(path) };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function assertDurable(connection: SqliteConnection.Database) {
  const journal = connection.pragma('journal_mode', { simple: true });
  const sync = connection.pragma('synchronous', { simple: true });
  if (journal === 'wal' && Number(sync) === 2) return;
  throw new StartError(
    `DATABASE_URL: the database runs with journal_mode=${journal} and synchronous=${sync}, ` +
      'so a power cut could lose acknowledged plants; put it on a local disk that supports WAL.',
  );
}

/** Asserts that the file can be written: SQLite opens a read-only file, and fails only at the first write. */
function assertWritable(connection: SqliteConnection.Database) {
  try {
    connection.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
  }
}

const sendOpening = (opening: OpenMessage) => port.postMessage(opening);

async function serve({ connection, log, files }: ReturnType<typeof connect>) {
  const guard = createFileGuard(files, log);
  const inbox = createInbox(port);
  function send(message: Omit<WriterMessage, 'logFault'>) {
    const fault = log.fault();
    port.postMessage({ ...message, logFault: fault && serializeError(fault) } satisfies WriterMessage);
  }
  const commitGroup = createGroupCommit({ connection, guard, inbox, send });
  const runLongWork = createLongWorkRunner({ connection, guard, send });
  const run = createStatementRunner(connection);
  const inTransaction = connection.transaction(runSteps<boolean>);
  const indexUpdater = createIndexUpdater(connection, (unit) =>
    guard.around(() => inTransaction.immediate(unit(), run)),
  );

  const calls: Record<WriterCall['kind'], () => void> = {
    checkLog: log.check,
    save: guard.save,
    updateIndex: indexUpdater.request,
    close: () => {
      guard.save();
      log.close();
    },
  };

  function answer({ id, kind }: { id: number } & WriterCall): Reply {
    try {
      calls[kind]();
      return { id, result: undefined };
    } catch (cause) {
      return { id, failure: serializeError(cause), isOfStore: false };
    }
  }

  // The files are watched from this line on.
  sendOpening({ opened: files.opened });
  while (connection.open) {
    if (!indexUpdater.isDue()) await inbox.waitForWork();
    const call = inbox.takeCall();
    if (call) send({ replies: [answer(call)] });
    else {
      const writes = await commitGroup();
      if (writes > 0) log.noteWrites(writes);
      const long = inbox.longWork();
      if (long && (await runLongWork(long))) {
        inbox.removeLongWork();
        log.noteWrites();
      }
      if (indexUpdater.update()) log.noteWrites();
    }
  }
  port.close();
}

try {
  await serve(connect());
} catch (cause) {
  sendOpening({ failure: serializeError(cause) });
}
