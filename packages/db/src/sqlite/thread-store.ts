import { setTimeout as delay } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { runSteps, type Unit } from '../engine/unit.ts';
import { transactor } from '../sqlite-write/transaction.ts';
import { failureOf } from '../thread/failure.ts';
import type { Inside } from '../thread/inside.ts';
import type { Unlocked } from '../thread/messages.ts';
import { temporaryFullOf } from './disk-space.ts';
import { busy, faultOf, isLocked } from './fault.ts';
import { behindLinks } from './file-identity.ts';
import { type OpenedFiles, watchFiles } from './file-watch.ts';
import { createPlacement } from './placement.ts';
import { preparer } from './prepared-statements.ts';
import { sealFaultOf } from './seal.ts';
import { createLog } from './write-ahead-log.ts';

/** How long one try for the write lock waits for another process; this one's writes wait as well meanwhile. */
const lockMs = 250;
/** Between two tries, for those writes. */
const restMs = 20;
/** How often, and how far apart, the log is tried to be emptied, while a reader is in the way. */
const log = { tries: 50, restMs: 200 };

/** The store that a thread is to open: which files that are, and how long it waits for another process that writes. */
export type StoreFiles = { path: string; opened: OpenedFiles; patienceMs: number };

/** What it is told before it writes: whether the log of the store is to be left alone. */
export type Told = { isLogLeft: boolean };

/** The store as a thread has it that works on it: on a connection of its own. */
export type ThreadStore = {
  connection: SqliteConnection.Database;
  /** All of the unit or nothing, on disk when this resolves, as the writer of the store would have it. */
  transact<Result>(unit: Unit<Result>): Promise<Result>;
  /** Moves what it wrote out of the log, and closes it. Gives what the store is to know. */
  close(): Promise<unknown>;
};

/** Opens the store in a thread. @throws StoreError for a fault of the disk or the files */
export function openThreadStore({ path, opened, patienceMs }: StoreFiles, inside: Inside): ThreadStore {
  const connection = connect(path);
  const ownLog = createLog(connection);
  const placement = createPlacement(watchFiles(path, opened), ownLog);
  const inTransaction = transactor(connection);
  const run = preparer(connection);
  let hasWritten = false;

  function attempt<Result>(unit: Unit<Result>): Result {
    return placement.during(() =>
      inTransaction(() => {
        const result = runSteps(unit(), (statement) => {
          inside.assertWanted();
          return run(statement);
        });
        inside.committing();
        return result;
      }),
    );
  }

  return {
    connection,
    async transact(unit) {
      for (const deadline = performance.now() + patienceMs; ; await delay(restMs)) {
        const { isLogLeft } = (await inside.lock()) as Told;
        if (isLogLeft) ownLog.leave()({ fault: undefined, isHalfMoved: true });
        const begun = performance.now();
        const unlocked: Unlocked = {};
        try {
          const result = attempt(unit);
          unlocked.seconds = (performance.now() - begun) / 1000;
          return result;
        } catch (cause) {
          unlocked.isBarred = isLocked(cause);
          if (!unlocked.isBarred) throw threadFaultOf(cause, path) ?? sealFaultOf(cause, connection) ?? cause;
          if (performance.now() > deadline) throw busy(cause);
        } finally {
          hasWritten ||= !unlocked.isBarred;
          inside.unlock(unlocked);
        }
      }
    },
    async close() {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      // Also what was not committed takes room in it.
      const isDone = () => !hasWritten || ownLog.state().isHalfMoved || ownLog.shorten();
      for (let tries = 1; !isDone() && tries < log.tries; tries++) await delay(log.restMs);
      const { fault, isHalfMoved } = ownLog.state();
      connection.close();
      return { fault: fault && failureOf(fault), isHalfMoved };
    },
  };
}

/** A failure of a disk or the files as an error for callers; of two disks, as a thread sorts more than memory holds. */
export const threadFaultOf = (cause: unknown, path: string) =>
  temporaryFullOf(cause, behindLinks(path)) ?? faultOf(cause);

function connect(path: string): SqliteConnection.Database {
  try {
    const connection = new SqliteConnection(path, { fileMustExist: true, timeout: lockMs });
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    return connection;
  } catch (cause) {
    throw faultOf(cause) ?? cause;
  }
}
