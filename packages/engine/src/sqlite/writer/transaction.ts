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
    /** Rolls back; afterwards the connection is always ready for the next transaction. */
    rollBack() {
      // SQLite has rolled back a failed commit, unless a lock prevented the commit.
      if (!connection.inTransaction) return;
      try {
        rollback.run();
      } catch {
        // The transaction ends even if the rollback fails too. Only the earlier error is reported.
      }
    },
  };
}
