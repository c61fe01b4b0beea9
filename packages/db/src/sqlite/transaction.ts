import type SqliteConnection from 'better-sqlite3';

/**
 * Runs `work` in a transaction that holds the write lock, and returns when what it wrote is on disk. Fails as a whole,
 * with nothing written, unless it is the sync that failed. The connection is fit for the next one in any case.
 */
export function transactor(connection: SqliteConnection.Database): <T>(work: () => T) => T {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');

  function undo() {
    // A commit that fails has been rolled back by SQLite already, but for one that met a lock.
    if (!connection.inTransaction) return;
    try {
      rollback.run();
    } catch {
      // It ends the transaction even where it meets the same fault again; what counts is what failed before.
    }
  }

  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (cause) {
      undo();
      throw cause;
    }
  };
}
