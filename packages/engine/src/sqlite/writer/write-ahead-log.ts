import type { StoreError } from '@plant-store/schema/errors';
import SqliteConnection from 'better-sqlite3';
import { unavailable } from '../../core/unavailable.ts';
import { diskFaultKind } from '../../files/fault.ts';

const longPages = 1_000;
/** The size to which the log file is cut, twice a long log: growing the file again would slow commits down. */
const keptBytes = 2 * longPages * 4_096;
const writesBetweenChecks = 100;

export type WriteAheadLog = ReturnType<typeof createWriteAheadLog>;

/** SQLite would move the log inside a commit, and hide a failure. This moves it after the answers, and reports it. */
export function createWriteAheadLog(connection: SqliteConnection.Database) {
  connection.pragma('wal_autocheckpoint = 0');
  connection.pragma(`journal_size_limit = ${keptBytes}`);
  const inspect = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(NOOP)');
  const move = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(PASSIVE)');
  const moveAll = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(TRUNCATE)');
  let writesSinceCheck = 0;
  let fault: StoreError | undefined;
  let isHalfMoved = false;

  function run(checkpoint: SqliteConnection.Statement<[], Checkpoint>): Checkpoint | undefined {
    if (isHalfMoved) return undefined;
    try {
      const outcome = checkpoint.get();
      fault = undefined;
      return outcome;
    } catch (cause) {
      // The system forgets a failed sync. After a move that a reader cut short, SQLite does not repeat the pages that
      // it counts as moved. Only a new log is counted from the start.
      isHalfMoved = diskFaultKind(cause) === 'unconfirmed' && (inspect.get()?.checkpointed ?? 0) > 0;
      fault = isHalfMoved ? restartNeeded(cause) : checkpointFault(cause);
      return undefined;
    }
  }

  return {
    noteWrites(writes = writesBetweenChecks) {
      writesSinceCheck += writes;
      if (writesSinceCheck < writesBetweenChecks) return;
      writesSinceCheck = 0;
      if ((inspect.get()?.log ?? 0) >= longPages) run(move);
    },
    /** Moves the whole log, and empties it; false if another process prevents this. */
    empty: () => run(moveAll)?.busy === 0,
    fault: () => fault,
    /** Tries the move again after a fault. @throws StoreError when it fails */
    check() {
      if (fault) run(move);
      if (fault) throw fault;
    },
    close() {
      if (!isHalfMoved) return void connection.close();
      // The last connection moves the log; a read-only connection cannot.
      const last = new SqliteConnection(connection.name, { readonly: true });
      last.prepare('SELECT 1 FROM sqlite_schema').get();
      connection.close();
      last.close();
    },
  };
}

type Checkpoint = { busy: number; log: number; checkpointed: number };

const checkpointFault = (cause: unknown) =>
  diskFaultKind(cause) === 'full'
    ? unavailable('the disk of the database is full; acknowledged writes are safe, free some space', cause)
    : unavailable(
        'the disk refuses writes to the database; acknowledged writes are safe in the log, check the disk',
        cause,
      );

const restartNeeded = (cause: unknown) =>
  unavailable(
    'the disk did not confirm a write to the database; acknowledged writes are safe in the log, ' +
      'check the disk and restart the store',
    cause,
  );
