import type SqliteConnection from 'better-sqlite3';

/** Transactions of a connection; each holds the write lock from its begin. */
export function createTransactions(connection: SqliteConnection.Database) {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  return {
    begin: () => void begin.run(),
    /** It is on disk when this returns. */
    commit: () => void commit.run(),
    /** Rolls back; the connection is fit for the next transaction in any case. */
    rollBack() {
      // SQLite has rolled back a failed commit, unless it met a lock.
      if (!connection.inTransaction) return;
      try {
        rollback.run();
      } catch {
        // It ends the transaction even where it meets the same fault again; what counts is what failed before.
      }
    },
  };
}
