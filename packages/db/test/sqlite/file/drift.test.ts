import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Table, tablesOf } from '../../models.ts';
import { connect, newStore } from '../../store.ts';
import { isOfSearch } from '../../testing.ts';

/** Parts of the migrations that the models cannot express, with the reason. */
const onlyInSql = [
  'tokens_name_in_use_key (name) UNIQUE WHERE "revoked_us" IS NULL',
  'plants_receipt_id_id_idx (receipt_id, id) WHERE "receipt_id" IS NOT NULL',
  'receipts_added_first_idx (added_first) WHERE "added_first" IS NOT NULL',
  'plant_versions_receipt_id_plant_id_idx (receipt_id, plant_id) WHERE "receipt_id" IS NOT NULL',
  'plant_versions_purged_at_plant_id_idx (purged_at, plant_id) WHERE "purged_at" IS NOT NULL',
];
const insteadOf: Record<string, string> = {
  // Only an INTEGER PRIMARY KEY is the rowid itself.
  'id BIGINT NOT NULL PRIMARY KEY': 'id INTEGER NOT NULL PRIMARY KEY',
  'audit_entries: number BIGINT NOT NULL PRIMARY KEY': 'number INTEGER NOT NULL PRIMARY KEY',
};

test('the models and the SQL migrations agree on every table, column, index and foreign key', async () => {
  const { path } = await newStore();
  const models = tablesOf(
    readFileSync(join(import.meta.dirname, '../../../../../prisma/models.prisma'), 'utf8'),
    'sqlite',
  );
  const described = Object.entries(models).map(([name, table]) => [
    name,
    {
      ...table,
      columns: table.columns.map((column) => insteadOf[`${name}: ${column}`] ?? insteadOf[column] ?? column),
    },
  ]);
  expect(tablesIn(connect(path))).toEqual(Object.fromEntries(described));
});

type Row = Record<string, string | bigint | null>;

function tablesIn(connection: SqliteConnection.Database): Record<string, Table> {
  const rows = (sql: string, ...values: unknown[]) => connection.prepare(sql).all(...values) as Row[];
  const names = rows(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '_prisma_migrations'`);
  return Object.fromEntries(
    names
      .filter(({ name }) => !isOfSearch(String(name)))
      .map(({ name }) => [
        name,
        {
          columns: rows('SELECT * FROM pragma_table_info(?)', name)
            .map(
              ({ name: column, type, notnull, pk }) =>
                `${column} ${type}${notnull ? ' NOT NULL' : ''}${pk ? ' PRIMARY KEY' : ''}`,
            )
            .sort(),
          indexes: rows(`SELECT * FROM pragma_index_list(?) WHERE origin = 'c'`, name)
            .map((index) => indexIn(rows, index))
            .filter((index) => !onlyInSql.includes(index))
            .sort(),
          foreignKeys: rows('SELECT * FROM pragma_foreign_key_list(?)', name).map(
            ({ from, table, to, on_delete }) => `${from} -> ${table}.${to} ON DELETE ${on_delete}`,
          ),
        },
      ]),
  );
}

function indexIn(rows: (sql: string, ...values: unknown[]) => Row[], { name, unique, partial }: Row): string {
  const columns = rows('SELECT name FROM pragma_index_info(?)', name).map((column) => column.name);
  const [definition] = rows('SELECT sql FROM sqlite_schema WHERE name = ?', name);
  const where = partial ? String(definition?.sql).slice(String(definition?.sql).indexOf(' WHERE')) : '';
  return `${name} (${columns.join(', ')})${unique ? ' UNIQUE' : ''}${where}`;
}

test('the migrations have the parts that only SQL can express', async () => {
  const { path } = await newStore();
  const indexes = connect(path)
    .prepare(`SELECT sql FROM sqlite_schema WHERE name = 'tokens_name_in_use_key'`)
    .pluck();
  expect(indexes.get()).toBe(
    'CREATE UNIQUE INDEX "tokens_name_in_use_key" ON "tokens"("name") WHERE "revoked_us" IS NULL',
  );
});
