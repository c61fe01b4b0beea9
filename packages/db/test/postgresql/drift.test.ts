import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Table, tablesOf } from '../models.ts';
import { newStore } from '../store.ts';

/** Parts of the migrations that the models cannot express. */
const onlyInSql = [
  'plant_versions_purged_at_plant_id_idx (purged_at, plant_id) WHERE (purged_at IS NOT NULL)',
  'plant_versions_receipt_id_plant_id_idx (receipt_id, plant_id) WHERE (receipt_id IS NOT NULL)',
  'plants_receipt_id_id_idx (receipt_id, id) WHERE (receipt_id IS NOT NULL)',
  // An index on an expression, see the migration 0003_search.
  'plants_words_idx (null)',
  'receipts_added_first_idx (added_first) WHERE (added_first IS NOT NULL)',
  'tokens_name_in_use_key (name) UNIQUE WHERE (revoked_at IS NULL)',
];
/** Columns for a process of the previous version, see the migration 0012_token_times. */
const columnsOfBefore = /^(created_at|expires_at|revoked_at|last_used_at|previous_until) timestamp/;
/** Tables without a model, see the migrations 0006_limits and 0010_audit. */
const tablesOnlyInSql = ['audit_pending', 'rate_counts'];

test('the models and the SQL migrations agree on every table, column, index and foreign key', async () => {
  const { rows } = await newStore();
  const models = readFileSync(join(import.meta.dirname, '../../../../prisma/models.prisma'), 'utf8');
  const { tables, indexes } = await tablesIn(rows);
  const described = tablesOf(models, 'postgresql');
  expect(
    Object.keys(tables)
      .filter((name) => !(name in described))
      .sort(),
  ).toEqual(tablesOnlyInSql);
  expect(tables).toMatchObject(described);
  expect(indexes.filter((index) => onlyInSql.includes(index)).sort()).toEqual(onlyInSql);
});

type Rows = Awaited<ReturnType<typeof newStore>>['rows'];

async function tablesIn(rows: Rows): Promise<{ tables: Record<string, Table>; indexes: string[] }> {
  const columns = await rows(`
    SELECT c.relname AS "table", a.attname AS "name", format_type(a.atttypid, a.atttypmod) AS "type",
      a.attnotnull AS "required", coalesce(i.indisprimary, false) AS "key"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
      AND c.relname <> '_prisma_migrations'`);
  const all = await indexesIn(rows);
  const indexes = all.map(({ text }) => text);
  const foreignKeys = await foreignKeysIn(rows);
  const of = (list: { table: string; text: string }[], table: unknown) =>
    list.filter((one) => one.table === table && !onlyInSql.includes(one.text)).map(({ text }) => text);
  const names = [...new Set(columns.map(({ table }) => String(table)))];
  const tables = names.map((name): [string, Table] => [
    name,
    {
      columns: columns
        .filter(({ table }) => table === name)
        .map(
          (column) =>
            `${column.name} ${column.type}${column.required ? ' NOT NULL' : ''}${column.key ? ' PRIMARY KEY' : ''}`,
        )
        .filter((text) => !columnsOfBefore.test(text))
        .sort(),
      indexes: of(all, name).sort(),
      foreignKeys: of(foreignKeys, name),
    },
  ]);
  return { tables: Object.fromEntries(tables), indexes };
}

async function indexesIn(rows: Rows) {
  const found = await rows(`
    SELECT t.relname AS "table", c.relname AS "name", i.indisunique AS "unique",
      pg_get_expr(i.indpred, i.indrelid) AS "where",
      (SELECT string_agg(a.attname, ', ' ORDER BY array_position(i.indkey::int2[], a.attnum))
       FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey)) AS "columns"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary
      AND t.relname <> '_prisma_migrations'`);
  return found.map(({ table, name, unique, where, columns }) => ({
    table: String(table),
    text: `${name} (${columns})${unique ? ' UNIQUE' : ''}${where ? ` WHERE ${where}` : ''}`,
  }));
}

async function foreignKeysIn(rows: Rows) {
  const found = await rows(`
    SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS "text"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  return found.map(({ table, text }) => ({
    table: String(table),
    text: String(text).replace(
      /^FOREIGN KEY \((.+)\) REFERENCES (\w+)\((.+)\) ON UPDATE CASCADE ON DELETE (\w+)$/,
      '$1 -> $2.$3 ON DELETE $4',
    ),
  }));
}
