import SqliteConnection from 'better-sqlite3';
import { onTestFinished } from 'vitest';

export { newFolder } from './testing.ts';

/** A second connection to an SQLite store. It gives integers as bigint. */
export function connect(path: string): SqliteConnection.Database {
  const connection = new SqliteConnection(path).defaultSafeIntegers(true);
  onTestFinished(() => void connection.close());
  return connection;
}
