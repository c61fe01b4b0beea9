import type SqliteConnection from 'better-sqlite3';

/** Transactions of a connection; each holds the write lock from its beginning. */
export function createTransactions(connection: SqliteConnection.Database) {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  return {
    begin: () => void begin.run(),
    /** Commits; the transaction is on disk when this returns. */
    commit: () => void commit.run(),
    /** Rolls back; the connection is fit for the next transaction in any case. */
    rollBack() {
      // SQLite has rolled a failed commit back, unless the commit met a lock.
      if (!connection.inTransaction) return;
      try {
        rollback.run();
      } catch {
        // The transaction ends even if the rollback meets the same fault; the earlier error is the one to report.
      }
    },
  };
}
