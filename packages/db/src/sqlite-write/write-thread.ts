import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { StoreError } from '@plant-store/schema/plain';
import SqliteConnection from 'better-sqlite3';
import { runSteps } from '../engine/unit.ts';
import { isLocked } from '../sqlite/fault.ts';
import { watchFiles } from '../sqlite/file-watch.ts';
import { createPlacement } from '../sqlite/placement.ts';
import { preparer } from '../sqlite/prepared-statements.ts';
import { createLog } from '../sqlite/write-ahead-log.ts';
import { createLearner } from '../sqlite-find/learner.ts';
import { StartError } from '../start-error.ts';
import { errorOf, failureOf } from '../thread/failure.ts';
import { createGroupCommit } from './group-commit.ts';
import { createInbox } from './inbox.ts';
import type { Call, Opening, Reply, Told, ToldLog } from './messages.ts';
import { transactor } from './transaction.ts';

// The thread that writes to the store, on the only connection that the store writes on: it may wait for the disk and for
// locks, and nobody else waits meanwhile.

/** How long one try for the write lock waits. SQLite itself tries ever more seldom, up to ten times a second. */
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
    // What a start after a crash finds in the log may be in the system's memory alone; in the database it is on disk.
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
      'where a power cut could lose plants that were acknowledged; put it on a local disk that supports WAL.',
  );
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

const tellOpening = (opening: Opening) => port.postMessage(opening);

async function serve({ connection, log, files }: ReturnType<typeof connect>) {
  const placement = createPlacement(files, log);
  const inbox = createInbox(port);
  const toldLog = (): ToldLog => {
    const { fault, isHalfMoved } = log.state();
    return { fault: fault && failureOf(fault), isHalfMoved };
  };
  const tell = (told: Omit<Told, 'log'>) => port.postMessage({ ...told, log: toldLog() } satisfies Told);
  const commitGroup = createGroupCommit({ connection, placement, inbox, tell });
  const run = preparer(connection);
  const inTransaction = transactor(connection);
  const learner = createLearner(connection, (unit) =>
    placement.during(() => inTransaction(() => runSteps(unit(), run))),
  );
  let takeLog: ReturnType<typeof log.leave> | undefined;

  const calls: Record<Exclude<Call['kind'], 'takeLog'>, () => void> = {
    leaveLog: () => {
      takeLog ??= log.leave();
    },
    checkLog: log.check,
    save: placement.save,
    look: learner.look,
    close: () => {
      placement.save();
      log.close();
    },
  };

  function answer({ id, ...call }: { id: number } & Call): Reply {
    try {
      if (call.kind === 'takeLog') {
        takeLog?.(
          call.found && {
            ...call.found,
            fault: call.found.fault && (errorOf(call.found.fault) as StoreError),
          },
        );
        takeLog = undefined;
      } else calls[call.kind]();
      return { id, result: undefined };
    } catch (cause) {
      return { id, failure: failureOf(cause), isOfStore: false };
    }
  }

  // From here on nothing is missed of what others write.
  tellOpening({ opened: files.opened });
  while (connection.open) {
    if (!learner.isDue()) await inbox.filled();
    const call = inbox.takeCall();
    if (call) tell({ replies: [answer(call)] });
    else {
      const writes = await commitGroup();
      if (writes > 0) log.grew(writes);
      learner.learn();
    }
  }
  port.close();
}

try {
  await serve(connect());
} catch (cause) {
  tellOpening({ failure: failureOf(cause) });
}
