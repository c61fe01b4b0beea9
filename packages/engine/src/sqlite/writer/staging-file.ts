import type SqliteConnection from 'better-sqlite3';

const cacheKb = { staging: 2_000, store: 4_000 };

/** Attaches a file as "staging". It need not survive a crash. */
export function attachStaging(connection: SqliteConnection.Database, file: string): void {
  const attached = connection.prepare(`SELECT 1 FROM pragma_database_list WHERE name = 'staging'`);
  if (attached.get()) connection.exec('DETACH "staging"');
  connection.prepare(`ATTACH ? AS "staging"`).run(file);
  connection.exec(`
    PRAGMA "main".cache_size = -${cacheKb.store};
    PRAGMA "staging".page_size = 16384;
    PRAGMA "staging".synchronous = OFF;
    PRAGMA "staging".locking_mode = EXCLUSIVE;
    PRAGMA "staging".cache_size = -${cacheKb.staging}`);
}

/** Detaches the staging file if that is possible; otherwise the next `attachStaging` does. The outcome stands. */
export function detachStaging(connection: SqliteConnection.Database) {
  try {
    connection.exec(`PRAGMA "main".cache_size = -2000; DETACH "staging"`);
  } catch {
    // A failed clean-up must not replace the outcome of the work.
  }
}
