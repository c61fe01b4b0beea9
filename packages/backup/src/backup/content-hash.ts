import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ColumnKind, Table } from './store-parts.ts';

export type ContentHash = { count: number; hash: string };

/** The approximate size of a batch of rows in characters. Other work runs between two batches. */
const batchChars = 64 * 1024;

/**
 * A SHA-256 of the content alone, not of the engine or driver: an int64 may be a bigint, number or string. NULL, '' and
 * 0 differ. @param onRows gets the number of rows from time to time; it cancels by throwing
 */
export async function contentHash(
  table: Table,
  rows: Iterable<unknown[]> | AsyncIterable<unknown[]>,
  onRows: (count: number) => void = () => undefined,
): Promise<ContentHash> {
  const hash = createHash('sha256');
  const columns = Object.entries(table.columns);
  const encoders = columns.map(([, kind]) => encoderOf(kind));
  let batch = `${JSON.stringify([table.name, columns])}\n`;
  let count = 0;
  for await (const row of rows) {
    for (let column = 0; column < encoders.length; column++) batch += encoders[column]?.(row[column]);
    batch += '\n';
    count++;
    if (batch.length < batchChars) continue;
    hash.update(batch);
    batch = '';
    onRows(count);
    await turn();
  }
  hash.update(batch);
  onRows(count);
  return { count, hash: hash.digest('hex') };
}

/** Encodes different values as different texts. SQLite allows other types than that of the column. */
function encoderOf(kind: ColumnKind): (value: unknown) => string {
  const encode = encoders[kind];
  return (value) => (value === null || value === undefined ? '~' : (encode(value) ?? encodeUnknown(value)));
}

const encoders: Record<ColumnKind, (value: unknown) => string | undefined> = {
  BigInt: integer,
  Int: integer,
  Float: (value) => (typeof value === 'number' ? `f${Object.is(value, -0) ? '-0' : value};` : undefined),
  String: (value) => (typeof value === 'string' ? `s${value.length}:${value}` : undefined),
  Boolean: (value) => (/^(?:true|false|0|1)$/.test(String(value)) ? `b${Number(value)};` : undefined),
  DateTime: (value) => {
    const ms = toMilliseconds(value);
    return Number.isFinite(ms) ? `d${ms};` : undefined;
  },
  Bytes: (value) => (value instanceof Uint8Array ? `x${Buffer.from(value).toString('hex')};` : undefined),
};

function integer(value: unknown): string | undefined {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return `i${value};`;
  return typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value) ? `i${value};` : undefined;
}

/** A time of any driver in milliseconds since 1970; NaN for any other value. */
export function toMilliseconds(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value);
  if (typeof value !== 'string') return Number.NaN;
  // SQLite's own CURRENT_TIMESTAMP has no time zone and means UTC.
  return Date.parse(/^[\d-]+ [\d:.]+$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
}

function encodeUnknown(value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
  return `?${typeof value},${text.length}:${text}`;
}
