import type { Database } from 'better-sqlite3';
import type { ContentSource } from '../backup/content.ts';
import type { Table } from '../backup/store-parts.ts';

export function sqliteContent(connection: Database): ContentSource {
  const columns = connection.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  return {
    columnsOf: (table) => columns.all(table),
    count: (table) => connection.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0,
    rows: (table) => rowsOf(connection, table),
  };
}

/** All rows of a table by its key, as arrays in the order of `table.columns`. */
export function rowsOf(connection: Database, { name, key, columns }: Table): Iterable<unknown[]> {
  const list = (names: string[]) => names.map((column) => `"${column}"`).join(', ');
  return connection
    .prepare(`SELECT ${list(Object.keys(columns))} FROM "${name}" ORDER BY ${list(key)}`)
    .raw()
    .safeIntegers()
    .iterate() as Iterable<unknown[]>;
}
