import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import { runSteps } from '../../core/sql.ts';
import { StartError } from '../../core/start-error.ts';
import { isLocked } from '../../files/fault.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { preparer } from '../connection/prepared-statements.ts';
import { watchFiles } from '../file/file-watch.ts';
import { createLearner } from '../word-index/index-updates.ts';
import { createGroupCommit } from './group-commit.ts';
import { createInbox } from './inbox.ts';
import { createLongWork } from './long-work.ts';
import type { Call, Opening, Reply, Told } from './messages.ts';
import { createPlacement } from './placement.ts';
import { createLog } from './write-ahead-log.ts';

// The thread that writes to the store, on the only connection that the store writes on: it may wait for the disk and for
// locks, and nobody else waits meanwhile.

/** The wait of one try for the write lock. SQLite itself retries up to ten times a second. */
const tryMs = 100;

const { path } = workerData as { path: string };
const port = parentPort as MessagePort;

function connect() {
  const connection = new SqliteConnection(path, { fileMustExist: true, timeout: tryMs });
  try {
    // better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    assertDurable(connection);
    const log = createLog(connection);
    // After a crash the log may be only in the memory of the system; the database is synced.
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

/** SQLite opens a read-only file, and fails at the first write. */
function assertWritable(connection: SqliteConnection.Database) {
  try {
    connection.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
  }
}

const tellOpening = (opening: Opening) => port.postMessage(opening);

async function serve({ connection, log, files }: ReturnType<typeof connect>) {
  const placement = createPlacement(files, log);
  const inbox = createInbox(port);
  function tell(told: Omit<Told, 'logFault'>) {
    const fault = log.fault();
    port.postMessage({ ...told, logFault: fault && serializeError(fault) } satisfies Told);
  }
  const commitGroup = createGroupCommit({ connection, placement, inbox, tell });
  const doLongWork = createLongWork({ connection, placement, tell });
  const run = preparer(connection);
  const inTransaction = connection.transaction(runSteps<boolean>);
  const learner = createLearner(connection, (unit) =>
    placement.during(() => inTransaction.immediate(unit(), run)),
  );

  const calls: Record<Call['kind'], () => void> = {
    checkLog: log.check,
    save: placement.save,
    look: learner.look,
    close: () => {
      placement.save();
      log.close();
    },
  };

  function answer({ id, kind }: { id: number } & Call): Reply {
    try {
      calls[kind]();
      return { id, result: undefined };
    } catch (cause) {
      return { id, failure: serializeError(cause), isOfStore: false };
    }
  }

  // The watch has begun.
  tellOpening({ opened: files.opened });
  while (connection.open) {
    if (!learner.isDue()) await inbox.filled();
    const call = inbox.takeCall();
    if (call) tell({ replies: [answer(call)] });
    else {
      const writes = await commitGroup();
      if (writes > 0) log.grew(writes);
      const long = inbox.longWork();
      if (long && (await doLongWork(long))) {
        inbox.removeLongWork();
        log.grew();
      }
      if (learner.learn()) log.grew();
    }
  }
  port.close();
}

try {
  await serve(connect());
} catch (cause) {
  tellOpening({ failure: serializeError(cause) });
}
