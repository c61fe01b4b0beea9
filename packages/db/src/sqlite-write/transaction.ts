import type SqliteConnection from 'better-sqlite3';

/** The transaction of a connection: it holds the write lock from its begin on. */
export function transactionOn(connection: SqliteConnection.Database) {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  return {
    begin: () => void begin.run(),
    /** When it returns, what was written is on disk. */
    commit: () => void commit.run(),
    /** Undoes what was not committed; the connection is fit for the next transaction in any case. */
    undo() {
      // A commit that fails has been rolled back by SQLite already, but for one that met a lock.
      if (!connection.inTransaction) return;
      try {
        rollback.run();
      } catch {
        // It ends the transaction even where it meets the same fault again; what counts is what failed before.
      }
    },
  };
}

/**
 * Runs `work` in a transaction, and returns when what it wrote is on disk. Fails as a whole, with nothing written, unless
 * it is the sync that failed.
 */
export function transactor(connection: SqliteConnection.Database): <T>(work: () => T) => T {
  const { begin, commit, undo } = transactionOn(connection);
  return (work) => {
    begin();
    try {
      const result = work();
      commit();
      return result;
    } catch (cause) {
      undo();
      throw cause;
    }
  };
}
