import type { Database } from 'better-sqlite3';
import { type Content, contentHash } from '../content-hash.ts';
import { modelTables, type Table } from '../model-tables.ts';

/** What was in a table, and how the table was described when that was found out. */
export type TableContent = Table & Content;

/**
 * The tables of the models as this database has them: one that an older version of the program made may lack some of
 * them, or some of their columns.
 */
export function presentTables(connection: Database): Table[] {
  const columnsOf = connection.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  return modelTables().flatMap((table) => {
    const present = columnsOf.all(table.name);
    const columns = Object.entries(table.columns).filter(([name]) => present.includes(name));
    return columns.length > 0 ? [{ ...table, columns: Object.fromEntries(columns) }] : [];
  });
}

/** Counts and hashes each of the tables. `onRows` is told how many rows there were so far, of all of them. */
export async function contentOf(
  connection: Database,
  tables: Table[],
  onRows: (count: number) => void,
): Promise<TableContent[]> {
  const contents: TableContent[] = [];
  let before = 0;
  for (const { name, key, columns } of tables) {
    const table = { name, key, columns };
    const content = await contentHash(table, rowsOf(connection, table), (count) => onRows(before + count));
    before += content.count;
    contents.push({ ...table, ...content });
  }
  return contents;
}

function rowsOf(connection: Database, { name, key, columns }: Table): Iterable<unknown[]> {
  const list = (names: string[]) => names.map((column) => `"${column}"`).join(', ');
  return connection
    .prepare(`SELECT ${list(Object.keys(columns))} FROM "${name}" ORDER BY ${list(key)}`)
    .raw()
    .safeIntegers()
    .iterate() as Iterable<unknown[]>;
}
