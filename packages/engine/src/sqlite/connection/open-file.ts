import SqliteConnection from 'better-sqlite3';

/** Opens a file for `use`, and closes it afterwards. */
export async function withSqlite<Result>(
  path: string,
  options: SqliteConnection.Options,
  use: (connection: SqliteConnection.Database) => Result | Promise<Result>,
): Promise<Result> {
  const connection = new SqliteConnection(path, options);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}
