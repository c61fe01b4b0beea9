import type SqliteConnection from 'better-sqlite3';
import type { Statement } from '../statement.ts';
import { faultOf } from './fault.ts';
import type { Placement } from './placement.ts';
import { preparer } from './prepared-statements.ts';
import { sealFaultOf } from './seal.ts';
import { transactor } from './transaction.ts';

/** What became of one statement of a batch that is on disk now. */
export type Outcome = { rows: unknown[] } | { cause: unknown };

export type Batches = {
  /**
   * Commits statements together, each with its own outcome: one that fails leaves the others as they are.
   * Fails as a whole where a fault of the disk or the files is everybody's.
   */
  commit(statements: Statement[]): Outcome[];
  /** Commits without changing anything, and fails as any other commit would. */
  touch(): void;
};

export function createBatches(connection: SqliteConnection.Database, placement: Placement): Batches {
  const run = preparer(connection);
  const together = transactor(connection);
  // A page of the log, as for any other write: SQLite writes the number even if it is the same.
  const touch = connection.prepare('PRAGMA user_version = 0');

  function attempt(statement: Statement): Outcome {
    try {
      return { rows: run(statement) };
    } catch (cause) {
      // SQLite undoes a statement that fails; where it undid the transaction too, that concerns all.
      if (!connection.inTransaction || faultOf(cause)) throw cause;
      return { cause: sealFaultOf(cause) ?? cause };
    }
  }

  return {
    commit: (statements) => placement.during(() => together(() => statements.map(attempt))),
    touch: () => void placement.during(() => together(() => touch.run())),
  };
}
