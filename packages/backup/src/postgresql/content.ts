import { type Client, types } from 'pg';
import type { ContentSource } from '../backup/content.ts';
import type { Table } from '../backup/store-parts.ts';

/** The maximum number of rows in memory: one with a piece of a file has about 100 kB. */
const rowsPerFetch = { usual: 5_000, withBytes: 50 };

export function postgresqlContent(client: Client): ContentSource {
  return {
    columnsOf: async (table) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT column_name AS "name" FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1`,
        [table],
      );
      return rows.map(({ name }) => name);
    },
    count: async (table) => Number((await client.query(`SELECT count(*) AS "n" FROM "${table}"`)).rows[0].n),
    rows: (table) => rowsOf(client, table),
  };
}

async function* rowsOf(client: Client, { name, key, columns }: Table): AsyncGenerator<unknown[]> {
  const list = Object.keys(columns).map((column) => `"${column}"`);
  // Texts are sorted by their bytes, as on SQLite, whatever the collation of the database.
  const order = key.map((column) => `"${column}"${columns[column] === 'String' ? ' COLLATE "C"' : ''}`);
  await client.query(
    `DECLARE "content" NO SCROLL CURSOR FOR SELECT ${list.join(', ')} FROM "${name}" ORDER BY ${order.join(', ')}`,
  );
  const isUsual = !Object.values(columns).includes('Bytes');
  const text = `FETCH ${isUsual ? rowsPerFetch.usual : rowsPerFetch.withBytes} FROM "content"`;
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array', types: exact });
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE "content"');
}

/** Values of these types stay text, as pg would round an int64 and read a time in the zone of this process. */
const asText = [types.builtins.INT8, types.builtins.TIMESTAMP] as number[];
const exact = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    asText.includes(oid) ? String : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
