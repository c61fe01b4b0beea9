import { isDeepStrictEqual } from 'node:util';
import type { OnProgress } from '@plant-store/engine';
import { type ContentHash, contentHash } from './content-hash.ts';
import type { Table } from './store-parts.ts';

export type TableContent = Table & ContentHash;

export type ContentSource = {
  columnsOf(table: string): Promise<string[]> | string[];
  count(table: string): Promise<number> | number;
  /** The rows, each an array of its values, in the order of the primary key. */
  rows(table: Table): Iterable<unknown[]> | AsyncIterable<unknown[]>;
};

export async function contentOf(
  source: ContentSource,
  tables: Table[],
  doing: string,
  onProgress: OnProgress,
): Promise<TableContent[]> {
  let total = 0;
  for (const { name } of tables) total += await source.count(name);
  const contents: TableContent[] = [];
  let before = 0;
  for (const { name, key, columns } of tables) {
    const table = { name, key, columns };
    const content = await contentHash(table, source.rows(table), (count) =>
      onProgress({ doing, done: before + count, total, unit: 'rows' }),
    );
    before += content.count;
    contents.push({ ...table, ...content });
  }
  return contents;
}

export function differenceOf(found: TableContent[], expected: TableContent[]): string | undefined {
  const different = found.filter((table, index) => !isDeepStrictEqual(table, expected[index]));
  return different.length > 0 ? `it differs in ${different.map(({ name }) => name).join(', ')}` : undefined;
}

/** The tables and columns that exist in this database. An older version has fewer. */
export async function presentTables(source: ContentSource, all: Table[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const table of all) {
    const present = await source.columnsOf(table.name);
    const columns = Object.entries(table.columns).filter(([name]) => present.includes(name));
    if (columns.length > 0) tables.push({ ...table, columns: Object.fromEntries(columns) });
  }
  return tables;
}
