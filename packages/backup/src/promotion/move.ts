import { isDeepStrictEqual } from 'node:util';
import { type Address, countText, type OnProgress, StartError } from '@plant-store/engine';
import { transactOn } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';
import { type ContentSource, contentOf, type TableContent } from '../backup/content.ts';
import type { StoreParts, Table } from '../backup/store-parts.ts';
import { postgresqlContent } from '../postgresql/content.ts';
import { rowsOf, sqliteContent } from '../sqlite/content.ts';
import { copyRows } from './copy.ts';
import type { Source } from './source.ts';
import { openTarget } from './target.ts';

export type PromotionOptions = { onProgress: OnProgress; signal: AbortSignal };
type Connection = Parameters<typeof rowsOf>[0];

/** Records the promotion in the target. @throws: the store stays sealed, the target empty unless the commit failed */
export async function copyStore(
  parts: StoreParts,
  source: Source,
  address: Address,
  to: string,
  { onProgress, signal }: PromotionOptions,
) {
  const { record } = parts;
  const client = await openTarget(address, parts.preparation);
  // This ends the running statement, and the server undoes the transaction.
  const stop = () => void client.end();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const isCopied = await holdsSameCounts(parts, source, client);
    onProgress({ doing: 'copying', done: 0, total: 0, unit: 'rows' });
    source.setSeal({ state: 'moving', to });
    const copied = await source.read((connection) =>
      copyAndCompare(parts, connection, client, isCopied, onProgress),
    );
    // After the comparison, so that no failed promotion is recorded, and before the final seal, so that none is missed.
    await transactOn(client, () => record('postgresql', { action: 'store.promote', subject: to }));
    return copied;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}

/** Whether a promotion that was killed at its end has copied all. @throws StartError if the target has other content */
async function holdsSameCounts(parts: StoreParts, source: Source, client: Client): Promise<boolean> {
  const { tables } = parts;
  const there = await countsOf(tables, postgresqlContent(client));
  if (there.every(({ count }) => count === 0)) return false;
  const here = await source.read((connection) => countsOf(tables, sqliteContent(connection)));
  if (isDeepStrictEqual(here, there)) return true;
  throw notEmpty(parts, there);
}

const notEmpty = (
  { contentText }: StoreParts,
  there: { name: string; count: number }[],
  differences: string[] = [],
) =>
  new StartError(
    `--to: the database is not empty, it holds ${[contentText(there), ...differences].join('; ')}; create another database with "createdb", or empty this one.`,
  );

/** Copies and compares in one transaction: for others the target is unchanged until its end. */
async function copyAndCompare(
  parts: StoreParts,
  connection: Connection,
  client: Client,
  isCopied: boolean,
  onProgress: OnProgress,
): Promise<TableContent[]> {
  const { tables } = parts;
  await client.query('BEGIN');
  if (!isCopied) await copy(tables, connection, client, onProgress);
  const here = await contentOf(sqliteContent(connection), tables, 'reading the store again', onProgress);
  const there = await contentOf(postgresqlContent(client), tables, 'comparing', onProgress);
  const differences = differencesOf(here, there);
  if (isCopied && differences.length > 0) throw notEmpty(parts, there, differences);
  assertSame(here, there);
  await client.query('COMMIT');
  // Another program may have written to the target at the same time.
  assertSame(
    here.map(({ name, count }) => ({ name, count })),
    await countsOf(tables, postgresqlContent(client)),
  );
  return here;
}

async function copy(tables: Table[], connection: Connection, client: Client, onProgress: OnProgress) {
  const counts = await countsOf(tables, sqliteContent(connection));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  for (const [index, table] of tables.entries()) {
    await copyRows(client, table, rowsOf(connection, table), (count) =>
      onProgress({ doing: 'copying', done: before + count, total, unit: 'rows' }),
    );
    before += counts[index]?.count ?? 0;
    // PostgreSQL then has statistics of the table for the first request.
    await client.query(`ANALYZE "${table.name}"`);
  }
}

async function countsOf(tables: Table[], { count }: ContentSource) {
  const counts: { name: string; count: number }[] = [];
  for (const { name } of tables) counts.push({ name, count: await count(name) });
  return counts;
}

function assertSame<T extends { name: string; count: number }>(here: T[], there: T[]) {
  const different = differencesOf(here, there);
  if (different.length === 0) return;
  throw new StartError(
    `The copy differs from the store: ${different.join('; ')}. A trigger or another program changes rows in the target; use another database.`,
  );
}

const differencesOf = <T extends { name: string; count: number }>(here: T[], there: T[]): string[] =>
  here.flatMap((table, index) => {
    const other = there[index];
    if (isDeepStrictEqual(table, other)) return [];
    return table.count === other?.count
      ? `${table.name} has as many rows in both, but not the same content`
      : `${table.name} has ${countText(table.count, 'row')} in the store and ${other?.count} in the target`;
  });
