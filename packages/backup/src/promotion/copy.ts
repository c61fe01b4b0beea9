import type { ClientBase } from 'pg';
import { toMilliseconds } from '../backup/content-hash.ts';
import type { ColumnKind, Table } from '../backup/store-parts.ts';

/** The maximum numbers of rows and (approximately) of characters in memory. One statement sends them. */
const rowsMax = 5_000;
const charsMax = 4 * 1024 * 1024;

const types: Record<ColumnKind, string> = {
  BigInt: 'bigint',
  Int: 'integer',
  Float: 'double precision',
  String: 'text',
  Boolean: 'boolean',
  DateTime: 'timestamp(3)',
  Bytes: 'bytea',
};

export async function copyRows(
  client: ClientBase,
  { name, columns }: Table,
  rows: Iterable<unknown[]>,
  onRows: (count: number) => void,
): Promise<void> {
  const list = Object.keys(columns).map((column) => `"${column}"`);
  const kinds = Object.values(columns);
  const arrays = kinds.map((kind, index) => `$${index + 1}::${types[kind]}[]`);
  const text = `INSERT INTO "${name}" (${list.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
  let count = 0;
  for (const batch of batchesOf(rows)) {
    // With an array per column, any number of rows needs the same number of parameters and the same plan.
    const values = kinds.map((kind, column) => batch.map((row) => stored(kind, row[column])));
    await client.query({ name: `copy-${name}`, text, values });
    count += batch.length;
    onRows(count);
  }
}

function* batchesOf(rows: Iterable<unknown[]>): Generator<unknown[][]> {
  let batch: unknown[][] = [];
  let chars = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) chars += (value as { length?: number } | null)?.length ?? 0;
    if (batch.length < rowsMax && chars < charsMax) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Converts a value of SQLite for PostgreSQL, which refuses a value of another kind than its column. */
function stored(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  if (kind === 'Boolean') return Number(value) !== 0;
  if (kind !== 'DateTime') return value;
  const ms = toMilliseconds(value);
  // The time is in UTC, whatever the time zone of this process.
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace('Z', '') : value;
}
