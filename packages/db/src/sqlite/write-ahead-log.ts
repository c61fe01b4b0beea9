import type { StoreError } from '@plant-store/schema/plain';
import SqliteConnection from 'better-sqlite3';
import { unavailable } from '../engine/unavailable.ts';
import { kindOf } from './fault.ts';

/** From this length on, in pages, what is in the log is moved into the database. */
const longPages = 1_000;
/** How many writes can make a log long; so often its length is looked at. */
const writesBetweenLooks = 100;

export type WriteAheadLog = {
  /** Tells of writes that are in the log now, when those who wait for them have their answers; moves them into the database in time. */
  grew(writes: number): void;
  /** Moves all that is in the log into the database, and leaves it empty; false if another process is in the way. */
  empty(): boolean;
  /** The same, where writers are to wait for the last bit of it alone. */
  shorten(): boolean;
  /** Leaves the log to another thread of this process, until what this gives is called with what that one has found. */
  leave(): (found?: LogState) => void;
  state(): LogState;
  /** Tries again what failed. @throws StoreError when it still fails. */
  check(): void;
  /** Ends the connection, which moves what is in the log into the database unless that is not safe. */
  close(): void;
};

/** What one thread has to tell another of the log. */
export type LogState = { fault: StoreError | undefined; isHalfMoved: boolean };

/**
 * The write-ahead log of a store. SQLite would move what is in it into the database at the end of a commit, and keep
 * quiet when that fails, while the log grows. Here it is moved after the answers, and a failure is told.
 */
export function createLog(connection: SqliteConnection.Database): WriteAheadLog {
  connection.pragma('wal_autocheckpoint = 0');
  const look = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(NOOP)');
  const move = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(PASSIVE)');
  const moveAll = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(TRUNCATE)');
  let writesSinceLook = 0;
  let fault: StoreError | undefined;
  let isHalfMoved = false;
  let leaves = 0;

  function run(checkpoint: SqliteConnection.Statement<[], Checkpoint>): Checkpoint | undefined {
    if (isHalfMoved) return undefined;
    try {
      const outcome = checkpoint.get();
      fault = undefined;
      return outcome;
    } catch (cause) {
      // The system forgets what it failed to sync. SQLite moves it again, but for what it has counted as moved before,
      // which it does when a reader keeps it from moving all. Only a new start counts from the beginning.
      isHalfMoved = kindOf(cause) === 'unconfirmed' && (look.get()?.checkpointed ?? 0) > 0;
      fault = isHalfMoved ? restartNeeded(cause) : stuck(cause);
      return undefined;
    }
  }

  const empty = () => run(moveAll)?.busy === 0;

  return {
    grew(writes) {
      writesSinceLook += writes;
      if (writesSinceLook < writesBetweenLooks) return;
      writesSinceLook = 0;
      if (leaves === 0 && (look.get()?.log ?? 0) >= longPages) run(move);
    },
    empty,
    shorten() {
      run(move);
      return empty();
    },
    leave() {
      leaves++;
      return (found) => {
        leaves--;
        if (found?.isHalfMoved) isHalfMoved = true;
        if (found?.fault) ({ fault } = found);
      };
    },
    state: () => ({ fault, isHalfMoved }),
    check() {
      if (fault) run(move);
      if (fault) throw fault;
    },
    close() {
      if (!isHalfMoved) return void connection.close();
      // The last connection moves what is in the log; one that may not write cannot.
      const last = new SqliteConnection(connection.name, { readonly: true });
      last.prepare('SELECT 1 FROM sqlite_schema').get();
      connection.close();
      last.close();
    },
  };
}

type Checkpoint = { busy: number; log: number; checkpointed: number };

const stuck = (cause: unknown) =>
  kindOf(cause) === 'full'
    ? unavailable('the disk of the database is full; what was acknowledged is safe, free some space', cause)
    : unavailable(
        'the disk takes nothing more into the database; what was acknowledged is safe in its log, look to the disk',
        cause,
      );

const restartNeeded = (cause: unknown) =>
  unavailable(
    'the disk did not confirm what was moved into the database; what was acknowledged is safe in its log, ' +
      'look to the disk and restart the store',
    cause,
  );
